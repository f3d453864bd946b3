import type { FormInstance } from 'antd'
import { useState } from 'react'
import { showProblemsInForm } from './show-in-form.ts'

/** `attempt` sends the form and returns true if the call succeeded. */
export function useFormSubmission(form: FormInstance) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null)
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(showProblemsInForm(form, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, busy, attempt }
}
