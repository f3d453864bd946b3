import { showInForm } from '@ce/frame/form-refusal.ts'
import type { FormInstance } from 'antd'
import { useState } from 'react'

/**
 * Runs what a form sends and puts its problems where they belong: beside their fields, else into `problem`.
 * `attempt` gives whether it was done.
 */
export function useFormProblem(form: FormInstance) {
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(showInForm(form, error))
      return false
    }
  }
  return { problem, setProblem, attempt }
}
