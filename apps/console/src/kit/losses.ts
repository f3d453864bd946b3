import { createContext, useContext, useEffect, useRef } from 'react'
import type { BlockerFunction, Location, NavigationType } from 'react-router'

/** Describes the input that would be lost now, or returns null. */
export type InputLossMessage = () => string | null

/** Collects possible losses of input; a page also includes those of its open dialogs. */
export class InputLossRegistry {
  readonly #all = new Set<InputLossMessage>()

  readonly keep = (loss: InputLossMessage): (() => void) => {
    // Wrap the function, so that two forms that register the same function can remove it separately.
    const one: InputLossMessage = () => loss()
    this.#all.add(one)
    return () => void this.#all.delete(one)
  }

  readonly words: InputLossMessage = () => {
    const found = [...this.#all].map((loss) => loss()).filter((words) => words !== null)
    return found.length > 0 ? [...new Set(found)].join('') : null
  }
}

/** The open page has one registry, because the router supports only one blocker. */
export const pageInputLosses = new InputLossRegistry()

/** Registry of possible losses in the surrounding dialog, or else in the page. */
export const InputLossContext = createContext(pageInputLosses)

export const shouldBlockNavigation: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  !losesNothing(nextLocation, historyAction) &&
  pageInputLosses.words() !== null

/**
 * True if a navigation loses no input: the session has ended, or an editor only changes its URL after the first save.
 */
function losesNothing({ state }: Location, how: `${NavigationType}`): boolean {
  if (typeof state !== 'object' || state === null) return false
  return 'sessionOver' in state || ('bornIn' in state && how === 'REPLACE')
}

/** While `active`, the dialog, the page and the browser ask before input is lost. */
export function useLossWarning(active: boolean, loss: InputLossMessage): void {
  const place = useContext(InputLossContext)
  const latest = useRef(loss)
  useEffect(() => {
    latest.current = loss
  })
  useEffect(() => {
    if (!active) return
    const forget = place.keep(() => latest.current())
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current() !== null) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      forget()
      removeEventListener('beforeunload', ask)
    }
  }, [active, place])
}

export function useLossMessage(loss: string | null): void {
  useLossWarning(loss !== null, () => loss)
}

export function useUnsavedChanges(unsaved: boolean, what: string): void {
  useLossMessage(unsaved ? unsavedChangesText(what) : null)
}

export const unsavedChangesText = (what: string) => `${what}有修改还没有保存，离开后这些修改会丢失。`
