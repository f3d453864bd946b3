import type { DeskStudent, StudentSummary } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { FindOtherAccount } from './FindOther.tsx'
import { similarityLabels } from './labels.ts'
import { MergeProposalCard } from './MergeCard.tsx'
import { OtherAccountCard } from './OtherAccount.tsx'
import { ProposeMergeDialog } from './ProposeMerge.tsx'

/** Lists similar accounts, searches for another account, and shows merge proposals. */
export function SimilarAccountsSection({ student }: { student: DeskStudent }) {
  const mayMerge = usePermission('student.merge')
  const [other, setOther] = useState<StudentSummary | null>(null)
  const { alike, merges } = student
  const onPropose = mayMerge ? setOther : undefined
  return (
    <CardSection id="alike" title="可能重复的账号">
      <p className={cards.hint}>
        {alike.length > 0 ? '同名的人不少：核对证件和证书之后，才可以申请合并。' : '没有发现同名或证书编号相近的账号。'}
      </p>
      {alike.length > 0 && (
        <ul className={cards.rows}>
          {alike.map((one) => (
            <OtherAccountCard
              key={one.id}
              student={one}
              note={one.alike.map((by) => similarityLabels[by]).join('、')}
              onPropose={onPropose}
            />
          ))}
        </ul>
      )}
      {onPropose && <FindOtherAccount student={student} onPropose={onPropose} />}
      {merges.map((merge) => (
        <MergeProposalCard key={merge.id} merge={merge} />
      ))}
      {other && <ProposeMergeDialog student={student} other={other} onClose={() => setOther(null)} />}
    </CardSection>
  )
}
