import { useLeftAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { Outlet, useMatches } from 'react-router'

/** Sends what a closed exam page had left, from every screen of this person (docs/exam-offline.md); some say what became of it. */
export function SendLeft() {
  return useMatches().some(tells) ? null : <Sender />
}

/** The same around pages that nothing else stands around. */
export function SendingLeft() {
  return (
    <>
      <Outlet />
      <SendLeft />
    </>
  )
}

function Sender() {
  useLeftAnswers()
  return null
}

function tells({ handle }: { handle: unknown }): boolean {
  return Boolean(handle && typeof handle === 'object' && 'tellsLeftAnswers' in handle)
}
