import { type LeftHere, useLeftAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { createContext, useContext } from 'react'
import { Outlet, useLocation } from 'react-router'

const none: LeftHere = { papers: [], awaited: [], dismiss: () => {}, look: () => {} }
const Left = createContext(none)

/** Around every private page, a paper too: sends what a closed exam page had left (docs/exam-offline.md); some pages say what became of it. */
export function SendLeft() {
  const { pathname } = useLocation()
  return (
    <Left value={useLeftAnswers(pathname)}>
      <Outlet />
    </Left>
  )
}

/** What closed exam pages had left, for a page that tells of it. */
export const useLeft = () => useContext(Left)
