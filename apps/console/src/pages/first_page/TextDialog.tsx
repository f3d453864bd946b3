import type { LegalTextKind, LegalTextVersion } from '@ce/client/staff/first_page.ts'
import { useDecideLegalText, useWithdrawLegalText } from '@ce/client/staff/first_page.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

export type LegalTextAction = 'APPROVE' | 'REFUSE' | 'WITHDRAW'

interface TextDialogProps {
  act: LegalTextAction
  kind: LegalTextKind
  text: LegalTextVersion
  onClose: () => void
}

const verbs = { APPROVE: '通过', REFUSE: '驳回', WITHDRAW: '撤回' } as const
const examples = { APPROVE: null, REFUSE: '如：第三条表述不清', WITHDRAW: '如：修改内容尚未定稿' }

export function LegalTextDialog({ act, kind, text, onClose }: TextDialogProps) {
  const decide = useDecideLegalText()
  const withdraw = useWithdrawLegalText()
  const name = `${legalTextTitles[kind]} ${text.version}`
  const verb = verbs[act]
  const send = async (reason: string): Promise<unknown> => {
    const version = { kind, version: text.version }
    if (act === 'WITHDRAW') return withdraw.mutateAsync({ ...version, reason })
    const decision = act === 'APPROVE' ? 'APPROVED' : 'REFUSED'
    return decide.mutateAsync({ ...version, decision, reason })
  }
  return (
    <ReasonDialog
      title={`${verb}${name}？`}
      okText={verb}
      danger={act === 'WITHDRAW'}
      placeholder={examples[act]}
      extra={
        act === 'WITHDRAW' && text.state === 'APPROVED'
          ? '写入操作日志，并告知已收到通知的学员。'
          : '写入操作日志，提交人可见。'
      }
      send={send}
      done={{ title: `已${verb}${name}` }}
      onClose={onClose}
    >
      <p>{consequenceOf(act, text)}</p>
    </ReasonDialog>
  )
}

function consequenceOf(act: LegalTextAction, { state, effectiveFrom, graceDays }: LegalTextVersion): string {
  if (act === 'REFUSE') return '驳回后，提交人可以修改并重新提交，版本号可以不变。'
  if (act === 'WITHDRAW')
    return state === 'APPROVED'
      ? '撤回后，这个版本不会生效，现行版本继续适用；版本号不能再用。'
      : '撤回后，可以修改并重新提交，版本号可以不变。'
  const grace = graceDays > 0 ? `已缴费、正在学习的学员可延后 ${graceDays} 天；` : ''
  return `通过后立即通知全体学员。自 ${effectiveFrom} 起，未同意的学员不能报名、学习、考试和提交申请；${grace}进行中的考试不受影响。`
}
