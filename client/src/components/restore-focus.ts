import { useEffect, useRef, useState } from 'react'

export function restoreFocus(): void {
  // Move the focus if it is lost or still in a dialog that is closing.
  if (isFocusLost() || inDialog(document.activeElement)) focusPage()
}

/**
 * Call this for an action that may remove its own button. Focuses the button's row, a neighbouring row or the page.
 * @param done promise of the action, whose errors are already shown
 */
export async function restoreFocusNear(done: Promise<unknown> = Promise.resolve()): Promise<void> {
  // In Safari a clicked button does not get the focus, so there may be nothing to restore.
  const button = document.activeElement
  if (!button || isFocusLost()) return
  const row = button.closest('li, fieldset, section')
  const near = [row, row?.nextElementSibling, row?.previousElementSibling]
  followFocus(button, near)
  await done.catch(() => undefined)
  // The page has rendered when this runs. A disabled button is still there but has lost the focus.
  onceDrawn(() => {
    if (isFocusLost() && !focusNear(near)) focusPage()
  })
}

type Places = readonly (Element | null | undefined)[]

/**
 * Focuses the first nearby element that still exists.
 * @returns false when none exists
 */
function focusNear(near: Places): boolean {
  const place = near.find((one) => one?.isConnected)
  if (!(place instanceof HTMLElement)) return false
  focusByScript(place)
  followFocus(place, near)
  return true
}

/** Moves the focus when the watched element is removed, and stops when the user moves the focus. */
function followFocus(held: Element, near: Places): void {
  const watcher = new MutationObserver(() => {
    if (held.isConnected && document.activeElement === held) return
    watcher.disconnect()
    if (held.isConnected || !isFocusLost() || focusNear(near)) return
    /**
     * No nearby element exists any more. Wait before focusing the page, because after a navigation `PageFocus` focuses
     * the title instead.
     */
    onceDrawn(() => {
      if (isFocusLost()) focusPage()
    })
  })
  watcher.observe(document.body, { childList: true, subtree: true })
}

const onceDrawn = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** Focuses an element even if the Tab key cannot reach it. */
export function focusByScript(place: HTMLElement, options?: FocusOptions): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus(options)
}

let lastOutside: Element | null = null
let lastPath: Element[] = []

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || inDialog(target)) return
    lastOutside = target
    lastPath = []
    for (let part = target.parentElement; part && !part.matches(wholePage); part = part.parentElement)
      lastPath.push(part)
  })

const wholePage = 'main, body, #root, #content'
/**
 * Elements that group controls and may get the focus. Larger containers are too far away from the last used control.
 */
const group = 'search, nav, form, fieldset, table, ul, ol, li, [role="group"], [role="toolbar"]'

/** Focuses the last used control or its group. @returns false when both are gone or disabled */
export function focusNearLastControl(): boolean {
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

/** Restores the focus after a confirmation has closed, because the button that opened it may no longer exist. */
export function restoreFocusAfterClose(): void {
  onceDrawn(() => {
    if (isFocusLost() && !focusNearLastControl()) focusPage()
  })
}

/**
 * When a dialog closes, returns the focus to the element that opened it. If a new dialog opens at the same time, that
 * dialog keeps the focus.
 */
export function useRestoreFocusToOpener(): void {
  // Read the opener during the first render, because the dialog takes the focus afterwards.
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
        for (const opener of openers) if (isFocusLost() && opener instanceof HTMLElement) opener.focus()
        if (isFocusLost() && !focusNearLastControl()) focusPage()
      })
    }
  }, [openers])
}

const inDialog = (element: Element | null) => element?.closest('dialog, [role="dialog"]') != null

export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
