import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type Correction,
  type CorrectionField,
  correctionsQuery,
  useWithdrawCorrection,
} from '@ce/client/privacy.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RowLook } from './row-look.ts'
import { correctionStates, fieldNames } from './words.ts'

/** The corrections asked for. `taken`: what has one waiting, and gets no second one. */
export function useCorrections() {
  const query = useQuery(correctionsQuery())
  const open = query.data?.list.filter(({ state }) => state === 'OPEN') ?? []
  return { query, taken: open.map(({ field }): CorrectionField => field) }
}

interface WithdrawButton {
  busy: boolean
  onClick: () => void
  'aria-label': string
}

interface RowProps {
  look: RowLook
  /** 撤回 as the app draws it */
  button: (props: WithdrawButton) => ReactNode
}

/** Each correction: what it asks for, how it stands, and the way to take it back. */
export function CorrectionList({ list, ...row }: RowProps & { list: readonly Correction[] }) {
  if (list.length === 0) return null
  return (
    <ul className={row.look.rows}>
      {list.map((correction) => (
        <Row key={correction.id} correction={correction} {...row} />
      ))}
    </ul>
  )
}

function Row({ correction, look, button }: RowProps & { correction: Correction }) {
  const { id, field, value, state, askedAt, note } = correction
  const withdraw = useWithdrawCorrection()
  const { label, kind } = correctionStates[state]
  const takeBack = async () => {
    await withdraw.mutateAsync({ id })
    showNotice({ kind: 'success', title: `已撤回${fieldNames[field]}的更正申请` })
  }
  return (
    <li>
      <div>
        {fieldNames[field]}更正为“{value}” <StatusMark kind={kind}>{label}</StatusMark>
        <p className={look.quiet}>
          <Dated>{formatDateTime(askedAt)} 申请</Dated>
        </p>
        {note && <p>审核意见：{note}</p>}
      </div>
      {state === 'OPEN' &&
        button({
          busy: withdraw.isPending,
          onClick: () => keepFocusNear(takeBack()),
          'aria-label': `撤回${fieldNames[field]}的更正申请`,
        })}
    </li>
  )
}
