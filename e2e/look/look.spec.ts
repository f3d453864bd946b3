import { mkdirSync, writeFileSync } from 'node:fs'
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { isResponsivePage } from '../../contract/src/rules/mobile.ts'
import { findViolations } from '../axe.ts'
import { settle } from '../test.ts'
import { findCovered, findMisplaced } from './measure.ts'
import { type Stop, walkers } from './people.ts'

const folder = process.env.LOOK_DIR ?? 'test-results/look'
const old = { width: 1366, height: 650 }
const desk = { width: 1366, height: 768 }
const tablet = { width: 768, height: 1024 }
const sizes = [tablet, { width: 1280, height: 800 }, old, desk, { width: 1920, height: 1080 }]
const phones = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
]

const hand = { width: 360, height: 640 }
/** Other sizes: phones in both orientations and a tablet. */
const handSizes = [hand, { width: 390, height: 844 }, tablet, { width: 844, height: 390 }]

/** `axe` marks the sizes at which axe runs; the other sizes show the same elements. */
const looks = [
  { look: 'normal', sizes, axe: [desk, tablet] },
  { look: 'large', sizes: [tablet, old], axe: [old, tablet] },
  { look: 'dark', sizes: [tablet, desk], axe: [desk] },
  { look: 'phone-normal', base: '/h5', sizes: handSizes, axe: [hand] },
  { look: 'phone-large', base: '/h5', sizes: [hand], axe: [hand] },
  { look: 'phone-dark', base: '/h5', sizes: [hand], axe: [hand] },
]

const isWanted = (pattern: string | undefined, text: string) => pattern === undefined || new RegExp(pattern).test(text)

for (const { who, begin } of walkers) {
  test(who, async ({ browser }) => {
    mkdirSync(folder, { recursive: true })
    const first = await browser.newPage()
    const stops = await begin(first)
    const storageState = await first.context().storageState()
    await first.close()
    const rows: string[] = []
    for (const { look, base = '', ...at } of looks) {
      if (!isWanted(process.env.LOOK, look)) continue
      const options: BrowserContextOptions = {
        storageState,
        colorScheme: look.endsWith('dark') ? 'dark' : 'light',
      }
      const context = await browser.newContext(options)
      if (look.endsWith('large')) await context.addInitScript(() => localStorage.setItem('print', 'large'))
      const page = await context.newPage()
      for (const stop of stops) {
        if (!isWanted(process.env.LOOK_AT, `${who}-${stop.name}`)) continue
        const shown = who === 'visitor' && !base ? [...at.sizes, ...phones] : at.sizes
        for (const problem of await visit(
          page,
          { ...stop, path: isResponsivePage(stop.path) ? stop.path : base + stop.path },
          shown,
          at.axe,
          `${folder}/${look}-${who}-${stop.name}`,
        ))
          rows.push(`${look} ${who} ${stop.path} ${problem}`)
      }
      await context.close()
    }
    writeFileSync(`${folder}/${who}.txt`, rows.join('\n'))
    expect(rows, rows.join('\n')).toEqual([])
  })
}

type Size = typeof desk

async function visit(page: Page, stop: Stop, shown: Size[], judged: Size[], picture: string): Promise<string[]> {
  const found: string[] = []
  const onConsole = (message: { type(): string; text(): string }) => {
    // Ignore the browser's messages about an expected 404 or the missing network.
    if (message.type() !== 'error' || stop.offline || /status of 404/.test(message.text())) return
    found.push(`console: ${message.text().slice(0, 160)}`)
  }
  page.on('console', onConsole)
  try {
    await page.setViewportSize(shown.includes(hand) ? hand : desk)
    await page.goto(stop.path)
    await ready(page)
    await stop.press?.(page)
    if (stop.offline) await page.context().setOffline(true)
    await page.waitForTimeout(stop.press || stop.offline ? 1200 : 300)
    for (const size of shown) {
      await page.setViewportSize(size)
      await settle(page)
      await page.waitForTimeout(150)
      const name = `${size.width}×${size.height}`
      found.push(...(await findMisplaced(page)).map((problem) => `${name} ${problem}`))
      if (judged.includes(size)) found.push(...(await judge(page)).map((problem) => `${name} axe ${problem}`))
      await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({
        path: `${picture}-${size.width}x${size.height}.png`,
        fullPage: size !== old,
      })
    }
    const low = shown.find((size) => size === old || size === hand)
    if (low && !stop.press) {
      await page.setViewportSize(low)
      for (const key of ['Tab', 'Shift+Tab'])
        found.push(...(await findCovered(page, key)).map((problem) => `${low.width}×${low.height} ${problem}`))
    }
  } catch (error) {
    found.push(`failed: ${String(error).slice(0, 300)}`)
  }
  page.off('console', onConsole)
  await page.context().setOffline(false)
  return found
}

/** Checks the top and the end of the page, because a floating bar covers one of them. */
async function judge(page: Page): Promise<string[]> {
  const atTop = await findViolations(page)
  if (atTop.length === 0) return []
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const atEnd = await findViolations(page)
  return atTop.filter((problem) => atEnd.includes(problem))
}

/** Waits until no skeleton remains and the title is set. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByLabel('正在加载')).toHaveCount(0)
}
