import { type LeftHere, useLeftAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { createContext, useContext } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AgreementGate } from '../agreement/AgreementGate.tsx'

const none: LeftHere = { papers: [], awaited: [], dismiss: () => {}, look: () => {} }
const Left = createContext(none)

/** Around every private page, a paper too: asks for the texts that must be accepted first, sends what a closed exam page had left (docs/exam-offline.md); some pages say what became of it. */
export function SendLeft() {
  const { pathname } = useLocation()
  return (
    <Left value={useLeftAnswers(pathname)}>
      <AgreementGate>
        <Outlet />
      </AgreementGate>
    </Left>
  )
}

/** What closed exam pages had left, for a page that tells of it. */
export const useLeft = () => useContext(Left)
