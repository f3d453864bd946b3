import {
  type SiteText,
  type TextKind,
  useDecideText,
  useWithdrawText,
} from '@ce/client/staff/first_page.ts'
import { textTitles } from '@ce/contract/legal-text'
import { showNotice } from '@ce/ui/notices.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

export type TextAct = 'APPROVE' | 'REFUSE' | 'WITHDRAW'

interface TextDialogProps {
  act: TextAct
  kind: TextKind
  text: SiteText
  onClose: () => void
}

const verbs = { APPROVE: '通过', REFUSE: '驳回', WITHDRAW: '撤回' } as const

/** The second person's decision on a version, or its withdrawal. */
export function TextDialog({ act, kind, text, onClose }: TextDialogProps) {
  const decide = useDecideText()
  const withdraw = useWithdrawText()
  const name = `${textTitles[kind]} ${text.version}`
  const verb = verbs[act]
  const send = async ({ reason = '' }: { reason?: string }) => {
    const version = { kind, version: text.version }
    if (act === 'WITHDRAW') await withdraw.mutateAsync({ ...version, reason })
    else
      await decide.mutateAsync({
        ...version,
        decision: act === 'APPROVE' ? 'APPROVED' : 'REFUSED',
        reason,
      })
    showNotice({ kind: 'success', title: `已${verb}${name}` })
  }
  return (
    <FormDialog<{ reason?: string }>
      title={`${verb}${name}？`}
      okText={verb}
      danger={act === 'WITHDRAW'}
      send={send}
      onClose={onClose}
    >
      <p>{consequenceOf(act, text)}</p>
      {act !== 'APPROVE' && (
        <Reason
          placeholder={act === 'REFUSE' ? '如：第三条表述不清' : '如：修改内容尚未定稿'}
          extra={
            act === 'WITHDRAW' && text.state === 'APPROVED'
              ? '写入操作日志，并告知已收到通知的学员。'
              : '写入操作日志，提交人可见。'
          }
        />
      )}
    </FormDialog>
  )
}

function consequenceOf(act: TextAct, { state, effectiveFrom, graceDays }: SiteText): string {
  if (act === 'REFUSE') return '驳回后，提交人可以修改并重新提交，版本号可以不变。'
  if (act === 'WITHDRAW')
    return state === 'APPROVED'
      ? '撤回后，这个版本不会生效，现行版本继续适用；版本号不能再用。'
      : '撤回后，可以修改并重新提交，版本号可以不变。'
  const grace = graceDays > 0 ? `已缴费、正在学习的学员可延后 ${graceDays} 天；` : ''
  return `通过后立即通知全体学员。自 ${effectiveFrom} 起，未同意的学员不能报名、学习、考试和提交申请；${grace}进行中的考试不受影响。`
}
