import { useEffect, useRef, useState } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  // on nothing, or still in the dialog that is about to go
  if (isFocusLost() || inDialog(document.activeElement)) focusPage()
}

/**
 * For a button that goes with what it does, alone or with its row: the focus goes on to the row, to the one beside it, or to the page, and
 * the next Tab leads on from there; whenever that is drawn, as long as the focus stays. @param done what it waits for; that it failed has
 * been shown by the call
 */
export async function keepFocusNear(done: Promise<unknown> = Promise.resolve()): Promise<void> {
  // Safari gives it to no button that is clicked
  const button = document.activeElement
  if (!button || isFocusLost()) return
  const row = button.closest('li, fieldset, section')
  const near = [row, row?.nextElementSibling, row?.previousElementSibling]
  followFocus(button, near)
  await done.catch(() => undefined)
  // by then it is drawn; a button that was only turned off is there, and has the focus no more
  onceDrawn(() => {
    if (isFocusLost() && !focusNear(near)) focusPage()
  })
}

type Places = readonly (Element | null | undefined)[]

/** @returns whether one of the places is still there */
function focusNear(near: Places): boolean {
  const place = near.find((one) => one?.isConnected)
  if (!(place instanceof HTMLElement)) return false
  focusByScript(place)
  followFocus(place, near)
  return true
}

/** When what has the focus is taken off the page, however late, the focus goes on to a place near; not once its person has moved on. */
function followFocus(held: Element, near: Places): void {
  const watcher = new MutationObserver(() => {
    if (held.isConnected && document.activeElement === held) return
    watcher.disconnect()
    if (held.isConnected || !isFocusLost() || focusNear(near)) return
    // all of it is gone: a page that is left puts the focus on the next one's title (PageFocus)
    onceDrawn(() => {
      if (isFocusLost()) focusPage()
    })
  })
  watcher.observe(document.body, { childList: true, subtree: true })
}

const onceDrawn = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** To what is no stop of the Tab key, and is reached by script alone. */
export function focusByScript(place: HTMLElement, options?: FocusOptions): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus(options)
}

/** What had the focus last outside of any dialog, and what it stood in, innermost first. */
let lastOutside: Element | null = null
let lastPath: Element[] = []

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || inDialog(target)) return
    lastOutside = target
    lastPath = []
    for (
      let part = target.parentElement;
      part && !part.matches(wholePage);
      part = part.parentElement
    )
      lastPath.push(part)
  })

const wholePage = 'main, body, #root, #content'
/** what groups controls: a list of everything is too far away */
const group = 'search, nav, form, fieldset, table, ul, ol, li, [role="group"], [role="toolbar"]'

/**
 * The focus goes back to the control that had it, or, where that is gone or turned off, to what it stood in: the pages of a list, its
 * search. @returns false when nothing of it is left
 */
export function focusNearLast(): boolean {
  const last = lastOutside
  if (last instanceof HTMLElement && last.isConnected && !last.matches(':disabled')) {
    last.focus({ preventScroll: true })
    if (!isFocusLost()) return true
  }
  const near = lastPath.find((part) => part.isConnected && part.matches(group))
  if (!(near instanceof HTMLElement)) return false
  focusByScript(near, { preventScroll: true })
  return !isFocusLost()
}

/**
 * For a dialog that goes as a whole: back to what opened it, or to the page if that is gone, too. One that opens next keeps the
 * focus; it goes back to what opened the first of them, where that is gone with its buttons.
 */
export function useRefocus(): void {
  // while it is made: a moment later the dialog has the focus
  const [openers] = useState(() => {
    const opener = document.activeElement
    return inDialog(opener) ? [opener, lastOutside] : [opener]
  })
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      requestAnimationFrame(() => {
        if (!gone.current || !isFocusLost()) return
        for (const opener of openers)
          if (isFocusLost() && opener instanceof HTMLElement) opener.focus()
        if (isFocusLost()) focusPage()
      })
    }
  }, [openers])
}

const inDialog = (element: Element | null) => element?.closest('dialog, [role="dialog"]') != null

/** Nothing on the page has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
