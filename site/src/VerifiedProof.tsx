import { formatDate } from '@ce/client/format.ts'
import { compareFragment, type FragmentCheck } from '@ce/client/proof-fragment.ts'
import { isPracticeNumber, proofCodeNames, spacedProofCode } from '@ce/contract/proof-codes'
import { printedFields } from '@ce/contract/proof-fields'
import { nothingWords } from '@ce/contract/trial-words'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useLocation } from 'react-router'
import type { PublicProof } from './load-verify.ts'
import { ProofEntries } from './ProofEntries.tsx'
import { ProofField } from './ProofField.tsx'
import { useMounted } from './use-mounted.ts'
import { VerifyName } from './VerifyName.tsx'

/** The verdict first, then every printed field but the full name. */
export function VerifiedProof({ proof }: { proof: PublicProof }) {
  const { hash } = useLocation()
  // the server never has the fragment: until scripts run, nothing is said about it
  const fragment = useMounted() ? compareFragment(hash, proof) : 'UNREAD'
  return (
    <article className="verify-card" aria-labelledby="verdict">
      <Verdict proof={proof} fragment={fragment} />
      <VerifyName code={proof.code} />
      <dl className="verify-fields">
        <ProofField name={proofCodeNames.number} value={proof.number} />
        <ProofField name={proofCodeNames.code} value={spacedProofCode(proof.code)} />
        <ProofField
          name="年度"
          value={`${proof.year} 年度${proof.trial ? `（${nothingWords(proof).tag}）` : ''}`}
        />
        {printedFields(proof, proof.nameMasked).map((field) => (
          <ProofField key={field.name} {...field} />
        ))}
        <ProofField name="发证机构" value={proof.issuer} />
        <ProofField name="发证日期" value={proof.issuedOn} />
        <ProofField name="数字签名" value={proof.signature === 'VALID' ? '有效' : '无效'} />
      </dl>
      <ProofEntries entries={proof.entries} />
    </article>
  )
}

interface VerdictProps {
  proof: PublicProof
  fragment: FragmentCheck | 'UNREAD'
}

function Verdict({ proof, fragment }: VerdictProps) {
  if (proof.signature === 'INVALID' || fragment === 'DIFFERENT')
    return (
      <div className="verify-verdict verify-bad" role="alert">
        <h2 id="verdict">
          <StatusMark kind="error">
            {fragment === 'DIFFERENT'
              ? '二维码内容与登记不一致，请勿采信'
              : '签名校验未通过，请勿采信'}
          </StatusMark>
        </h2>
      </div>
    )
  if (proof.state === 'REVOKED')
    return (
      <div className="verify-verdict verify-bad" role="alert">
        <h2 id="verdict">
          <StatusMark kind="error">
            已于 {formatDate(proof.revokedAt)} 撤销：{proof.revokeReason}
          </StatusMark>
        </h2>
        {proof.replacedBy && (
          <p>已换发新证明，证明编号 {proof.replacedBy}。请向持证人查看新证明。</p>
        )}
      </div>
    )
  const registered = '此编号的证明已登记，签名有效'
  const unread = fragment === 'UNREAD'
  return (
    <div className={`verify-verdict ${proof.trial ? 'verify-trial' : 'verify-good'}`}>
      {proof.trial ? (
        <>
          <h2 id="verdict">
            <StatusMark kind="warning">{nothingWords(proof).proof}</StatusMark>
          </h2>
          <p>
            {unread ? registered : '签名有效，由本平台签发'}；
            {isPracticeNumber(proof.number) ? '它由演练环境签发' : '它属于体验年度'}
            ，学时不能用于注册。
          </p>
        </>
      ) : (
        <h2 id="verdict">
          <StatusMark kind="done">{unread ? registered : '证明真实有效'}</StatusMark>
        </h2>
      )}
      {unread && (
        <noscript>
          <p>浏览器没有运行脚本，二维码里的内容没有核对：请把下面每一项与手中的证明逐项比对。</p>
        </noscript>
      )}
    </div>
  )
}
