import { useEffect } from 'react'
import type { BlockerFunction, Location, NavigationType } from 'react-router'

/** What leaving the page would lose, a sentence each: a page may hold several forms and uploads, and the router heeds one blocker. */
const losses = new Map<symbol, string>()

/** What would be lost by leaving, until it is given back. @returns the way to */
export function keepFromLoss(loss: string): () => void {
  const key = Symbol(loss)
  losses.set(key, loss)
  return () => void losses.delete(key)
}

/** Each loss once, in the order they came up. */
export const lossWords = () => [...new Set(losses.values())].join('')

/** Whether going there must be asked about first. */
export const wouldLose: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  losses.size > 0 &&
  currentLocation.pathname !== nextLocation.pathname &&
  !losesNothing(nextLocation, historyAction)

/**
 * The session is over, so that nobody is left who could save; or the same editor stands on, at its item's new address:
 * that replaces the old one, while a way back to such an entry is left like any other.
 */
function losesNothing({ state }: Location, how: `${NavigationType}`): boolean {
  if (typeof state !== 'object' || state === null) return false
  return 'sessionOver' in state || ('bornIn' in state && how === 'REPLACE')
}

/** Leaving the page asks first, while there is a loss: within the console by a dialog (LossGuard), out of it by the browser's own. */
export function useLoss(loss: string | null): void {
  useEffect(() => {
    if (loss === null) return
    const giveBack = keepFromLoss(loss)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      giveBack()
      removeEventListener('beforeunload', ask)
    }
  }, [loss])
}

/** The same of what is typed: while `unsaved`, leaving the page asks first. */
export function useUnsaved(unsaved: boolean, what: string): void {
  useLoss(unsaved ? `${what}有修改还没有保存，离开后这些修改会丢失。` : null)
}
