import type { FormInstance } from 'antd'
import { useState } from 'react'
import { showInForm } from './show-in-form.ts'

/**
 * Runs what a form sends and puts its problems where they belong: beside their fields, else into `problem`.
 * `attempt` gives whether it was done; `busy`: it is not over.
 */
export function useFormProblem(form: FormInstance) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null)
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(showInForm(form, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, busy, attempt }
}
