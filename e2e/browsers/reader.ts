import { expect } from '@playwright/test'
import type { Tab } from './tab.ts'

export type Role = 'button' | 'checkbox' | 'heading' | 'link' | 'textbox'

interface Wanted {
  role: Role
  /** The accessible name as the source of a regular expression. */
  name: string
}

interface Found {
  x: number
  y: number
  enabled: boolean
  focused: boolean
  text: string
}

/** Slow machines, and WebKitGTK without a graphics card, need this timeout. */
const patience = { timeout: 60_000 }

/** Finds elements by role and name, like assistive technology. */
export class Reader {
  readonly #tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.#tab = tab
    this.#origin = origin
  }

  open(path: string): Promise<void> {
    return this.#tab.goto(this.#origin + path)
  }

  /** @param work runs in the page, so it must not use outer variables */
  async ask<Input, Answer>(work: (input: Input) => Answer, input: Input): Promise<Answer> {
    const answer = await this.#tab.evaluate(`(${work})(${JSON.stringify(input)})`)
    return asAnswer(answer)
  }

  async sees(role: Role, name: string | RegExp): Promise<Found> {
    const wanted = { role, name: sourceOf(name) }
    let found: Found | null = null
    const look = async () => {
      found = await this.#find(wanted)
      return found !== null
    }
    await expect.poll(look, { message: `${role} ${name}`, ...patience }).toBe(true)
    return found ?? Promise.reject(new Error(`${role} ${name}`))
  }

  async has(role: Role, name: string | RegExp): Promise<boolean> {
    return (await this.#find({ role, name: sourceOf(name) })) !== null
  }

  async reads(text: string | RegExp): Promise<void> {
    const body = () => this.ask(() => document.body.innerText.replace(/\s+/g, ' '), null)
    await expect.poll(body, { message: `text ${text}`, ...patience }).toMatch(text)
  }

  async arrivesAt(path: string | RegExp): Promise<void> {
    const where = () => this.ask(() => location.pathname + location.search, null)
    await expect.poll(where, { message: `address ${path}`, ...patience }).toMatch(path)
  }

  /** Clicks the element once it is visible, enabled, uncovered and still. */
  async presses(role: Role, name: string | RegExp): Promise<void> {
    let before: Found | null = null
    const settled = async () => {
      const now = await this.#find({ role, name: sourceOf(name) })
      const stands = now?.enabled === true && now.x === before?.x && now.y === before.y
      before = now
      return stands
    }
    const message = `${role} ${name}, to be pressed`
    await expect.poll(settled, { message, intervals: [150], ...patience }).toBe(true)
    if (before) await this.#tab.click(before)
  }

  /** Repeats the click until the dialog closes, because it may still be opening. */
  async pressesAway(name: string): Promise<void> {
    await this.presses('button', name)
    const wanted = { role: 'button', name: sourceOf(name) } as const
    const gone = async () => {
      const place = await this.#find(wanted)
      if (place?.enabled) await this.#tab.click(place)
      return place === null
    }
    await expect.poll(gone, { intervals: [2000], ...patience }).toBe(true)
  }

  async tabsTo(role: Role, name: string | RegExp): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await this.#find({ role, name: sourceOf(name) }))?.focused) return
      await this.#tab.press('Tab')
    }
    throw new Error(`no Tab key leads to ${role} ${name}`)
  }

  /** Types the text into the focused element. */
  async types(text: string): Promise<void> {
    for (const letter of text) await this.#tab.press(letter)
  }

  press(key: string): Promise<void> {
    return this.#tab.press(key)
  }

  async clicks(find: (input: string) => { x: number; y: number } | null, input: string) {
    const at = await this.ask(find, input)
    if (!at) throw new Error(`${input} is nowhere to be clicked`)
    await this.#tab.click(at)
  }

  screenshot(): Promise<Buffer> {
    return this.#tab.screenshot()
  }

  close(): Promise<void> {
    return this.#tab.close()
  }

  #find(wanted: Wanted): Promise<Found | null> {
    return this.ask(findInPage, wanted)
  }
}

/** The page returned its result as JSON, so the cast is safe. */
function asAnswer<Answer>(value: unknown): Answer {
  return value as Answer
}

function sourceOf(name: string | RegExp): string {
  if (name instanceof RegExp) return name.source
  return `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}

/** Scrolls the first visible match to the middle. It runs in the page, so it must not use outer variables. */
function findInPage({ role, name }: Wanted): Found | null {
  const kinds = {
    button: 'button, [role=button]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href], [role=link]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=file]), textarea',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const others = ids.map((id) => document.getElementById(id)?.textContent)
    if (plain(others.join(' '))) return plain(others.join(' '))
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<Element>)] : []
    const ownLabel = plain(labels.map(({ textContent }) => textContent).join(' '))
    return plain(element.getAttribute('aria-label')) || ownLabel || plain(element.textContent)
  }
  const inSight = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const pattern = new RegExp(name)
  const found = [...document.querySelectorAll(kinds[role])].find(
    (element) => inSight(element) && pattern.test(nameOf(element)),
  )
  if (!found) return null
  const focused = found === document.activeElement
  if (!focused) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const at = { x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(at.x, at.y)
  const covered = !hit || !(found.contains(hit) || hit.closest('label')?.contains(found))
  const off = found.matches(':disabled') || found.getAttribute('aria-disabled') === 'true'
  return { ...at, focused, enabled: !off && !covered, text: plain(found.textContent) }
}
