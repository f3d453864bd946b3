import { showNotice } from '@ce/ui/notices.ts'
import { useEffect, useRef } from 'react'
import { CallRefused } from './call.ts'

/**
 * Shows a refusal as a notice when refetched data has removed the dialog that would show it. `forget` drops the refusal
 * when the user closes the dialog.
 */
export function useRefusalAfterDialog() {
  const word = useRef<string | null>(null)
  useEffect(() => {
    const { pathname } = window.location
    return () => {
      if (word.current && window.location.pathname === pathname) showNotice({ kind: 'error', title: word.current })
    }
  }, [])
  const forget = () => {
    word.current = null
  }
  /** Runs `work` and remembers a refusal. @throws the error of `work` */
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
