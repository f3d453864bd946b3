import { quoteLetters } from '@ce/contract/waiting-text'
import '@ce/site/verify.css'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { type DeskProof, deskProofQuery } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { ProofEntries } from '@ce/site/ProofEntries.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import cards from '../../components/cards.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { type ProofAction, ProofDialog } from './ProofDialog.tsx'
import { ProofFieldList } from './ProofFields.tsx'
import { ProofHistory } from './ProofHistory.tsx'
import { ProofStateTag } from './ProofState.tsx'

export function ProofPage() {
  const { id = '' } = useParams()
  const query = useQuery(deskProofQuery(id))
  return (
    <>
      {!query.data && <PageHeader title="学时证明" actions={<BackLink to={paths.proofs()}>返回证明列表</BackLink>} />}
      <QueryContent query={query}>{(proof) => <Desk key={proof.id} proof={proof} />}</QueryContent>
    </>
  )
}

const heldWords = '由工作人员撤销：学员的学时不变，但该年度不再自动签发证明。更正完成后请重新签发。'

function Desk({ proof }: { proof: DeskProof }) {
  const [act, setAct] = useState<ProofAction | null>(null)
  const navigate = useNavigate()
  const last = proof.history.find(({ id }) => id === proof.id)
  return (
    <>
      <PageHeader title={`${proof.number} ${proof.name}`} actions={<Actions {...{ proof }} onAct={setAct} />}>
        <TrialYearTag of={proof} /> <ProofStateTag state={proof.state} /> ·{' '}
        <BackLink to={paths.proofs()}>返回证明列表</BackLink>
      </PageHeader>
      <div className={cards.page}>
        {proof.signature === 'INVALID' && (
          <Alert
            type="error"
            showIcon
            title="签名校验未通过"
            description="现在存储的内容与签发时签名的不一致，请立即报告系统管理员。"
          />
        )}
        {proof.state === 'REVOKED' && (
          <Alert
            type="warning"
            showIcon
            title={`已撤销：${last?.revokeReason ?? ''}`}
            description={proof.held ? heldWords : last?.replacedBy && `已换发新证明，证明编号 ${last.replacedBy}。`}
          />
        )}
        {proof.unprintable && (
          <Alert
            type="warning"
            showIcon
            title={`${quoteLetters(proof.unprintable)}字打印字体里还没有，这份证明暂时不能打印`}
            description="在“打印字体”中添加含有这个字的字体后，可以照原样打印。"
          />
        )}
        <ProofFieldList proof={proof} />
        <div className={cards.card}>
          <ProofEntries entries={proof.entries} />
        </div>
        <ProofHistory proof={proof} />
      </div>
      {act && (
        <ProofDialog
          proof={proof}
          act={act}
          onDone={(id) => id !== proof.id && navigate(paths.proof(id))}
          onClose={() => setAct(null)}
        />
      )}
    </>
  )
}

function Actions({ proof, onAct }: { proof: DeskProof; onAct: (act: ProofAction) => void }) {
  const mayDecide = usePermission('proof.decide')
  return (
    <>
      {!proof.unprintable && (
        <Button href={proof.pdfUrl} target="_blank">
          查看 PDF
        </Button>
      )}
      {mayDecide && proof.newest && <Button onClick={() => onAct('reissue')}>重新签发…</Button>}
      {mayDecide && proof.state === 'ISSUED' && (
        <Button danger onClick={() => onAct('revoke')}>
          撤销…
        </Button>
      )}
    </>
  )
}
