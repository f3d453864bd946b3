import { type UnsentAnswersState, useUnsentAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { createContext, useContext } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AgreementGate } from '../agreement/AgreementGate.tsx'

const none: UnsentAnswersState = { papers: [], awaited: [], dismiss: () => {}, look: () => {} }
const Left = createContext(none)

/**
 * Lets the student accept required agreements first, then sends the stored answers of closed exam pages
 * (docs/exam-offline.md).
 */
export function UnsentAnswersSender() {
  const { pathname } = useLocation()
  return (
    <Left value={useUnsentAnswers(pathname)}>
      <AgreementGate>
        <Outlet />
      </AgreementGate>
    </Left>
  )
}

export const useUnsentAnswersContext = () => useContext(Left)
