import type { DeskProof } from '@ce/client/staff/certification_grant.ts'
import { useReissueProof, useRevokeProof } from '@ce/client/staff/certification_grant.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

export type ProofAction = 'revoke' | 'reissue'

const words = {
  revoke: {
    title: '撤销学时证明',
    okText: '撤销',
    done: '已撤销',
    says: '扫码核验立即显示“已撤销”和下面的原因，不能恢复。学时不变；该年度以后不再自动签发，需由工作人员重新签发。',
    example: '如：证书编号登记错误，待更正',
  },
  reissue: {
    title: '重新签发学时证明',
    okText: '重新签发',
    done: '已签发新的证明',
    says: '按学员现在的资料和学时签发一份新编号的证明；原来的证明立即撤销，扫码核验显示下面的原因。',
    example: '如：姓名已更正，换发证明',
  },
} as const

interface ProofDialogProps {
  proof: DeskProof
  act: ProofAction
  onDone: (id: string) => void
  onClose: () => void
}

export function ProofDialog({ proof, act, onDone, onClose }: ProofDialogProps) {
  const [revoke, reissue] = [useRevokeProof(), useReissueProof()]
  const { title, okText, done, says, example } = words[act]
  return (
    <ReasonDialog
      title={title}
      okText={okText}
      danger={act === 'revoke'}
      placeholder={example}
      send={async (reason) => {
        const write = act === 'revoke' ? revoke : reissue
        onDone((await write.mutateAsync({ id: proof.id, reason })).id)
      }}
      done={{ title: done }}
      onClose={onClose}
    >
      <p>
        {proof.number} · {proof.name} · {proof.year} 年度
      </p>
      <p>{says}</p>
    </ReasonDialog>
  )
}
