import { useEffect, useRef, useState } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  // on nothing, or still in the dialog that is about to go
  if (isFocusLost() || inDialog(document.activeElement)) focusPage()
}

/**
 * For a button that goes with what it does, alone or with its row: the focus goes on to the row, to the one beside it, or to the page, and
 * the next Tab leads on from there. @param done what it waits for; that it failed has been shown by the call
 */
export async function keepFocusNear(done: Promise<unknown> = Promise.resolve()): Promise<void> {
  // Safari gives it to no button that is clicked
  if (isFocusLost()) return
  const row = document.activeElement?.closest('li, fieldset, section')
  const near = [row, row?.nextElementSibling, row?.previousElementSibling]
  await done.catch(() => undefined)
  // by then it is drawn
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isFocusLost()) return
      const place = near.find((one) => one?.isConnected)
      if (place instanceof HTMLElement) focusByScript(place)
      else focusPage()
    }),
  )
}

/** To what is no stop of the Tab key, and is reached by script alone. */
export function focusByScript(place: HTMLElement, options?: FocusOptions): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus(options)
}

/** What had the focus last outside of any dialog. */
let lastOutside: Element | null = null

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !inDialog(target)) lastOutside = target
  })

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

const inDialog = (element: Element | null) => element?.closest('[role="dialog"]') != null

/** Nothing on the page has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
