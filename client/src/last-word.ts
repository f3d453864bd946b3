import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useRef } from 'react'
import { CallRefused } from './call.ts'

/**
 * A refusal outlives its dialog where that goes with a row, or a state, that what is read anew has no longer. Nobody needs it who has
 * left the page, or has closed the dialog: `forget`.
 */
export function useLastWord() {
  const word = useRef<string | null>(null)
  useEffect(() => {
    const { pathname } = window.location
    return () => {
      if (word.current && window.location.pathname === pathname)
        showNotice({ kind: 'error', title: word.current })
    }
  }, [])
  const forget = () => {
    word.current = null
  }
  /** Runs what may be refused; @throws what it throws */
  const hear = async (work: () => Promise<unknown>): Promise<void> => {
    forget()
    try {
      await work()
    } catch (error) {
      if (error instanceof CallRefused) word.current = error.msg
      throw error
    }
  }
  return { hear, forget }
}
