import { portalNow } from '@ce/client/clock.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { ProofKey } from '@ce/client/proof-check.ts'
import { listProofRows } from '@ce/client/proof-check-text.ts'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteInfo } from './data.ts'
import type { PublicProof, VerifyAnswer } from './load-verify.ts'
import { ProofEntries } from './ProofEntries.tsx'
import { ProofField } from './ProofField.tsx'
import { joinTitle } from './title.ts'
import { useMounted } from './use-mounted.ts'
import { VerifyName } from './VerifyName.tsx'
import { VerifyDifferences, VerifyVerdict } from './VerifyVerdict.tsx'
import { checkProof, proofCheckTitle } from './verify-check.ts'

interface VerifyResultProps {
  answer: VerifyAnswer
  keys: readonly ProofKey[]
}

/** The signed text stays in the browser. The browser's check can make the server's verdict worse, but never better. */
export function VerifyResult({ answer, keys }: VerifyResultProps) {
  const text = useScannedText()
  const mounted = useMounted()
  const check = useMemo(() => checkProof({ text, keys, answer }), [text, keys, answer])
  useVerdictTitle(proofCheckTitle(check), mounted)
  return (
    <>
      <div role="status">
        {!mounted && <p className="verify-checking">正在核对二维码里的内容…</p>}
        <VerifyVerdict check={check} />
      </div>
      {answer.proof && (
        <article className="verify-card" aria-labelledby="verify-fields">
          <VerifyDifferences check={check} />
          <ProofFields answer={answer} proof={answer.proof} />
          <VerifyName code={answer.proof.code} />
          <ProofEntries entries={answer.proof.entries} />
          {mounted && <p className="verify-hint">核验时间：{formatDateTime(portalNow())}</p>}
        </article>
      )}
    </>
  )
}

function ProofFields({ answer, proof }: { answer: VerifyAnswer; proof: PublicProof }) {
  const sound = answer.signature === 'VALID' && answer.changed.length === 0
  return (
    <section>
      <h2 id="verify-fields">登记的内容</h2>
      <dl className="verify-fields">
        {listProofRows(proof, proof.nameMasked).map((field) => (
          <ProofField key={field.name} {...field} />
        ))}
        <ProofField name="数字签名" value={sound ? '有效' : '无效'} />
      </dl>
    </section>
  )
}

function useScannedText(): string {
  const { hash } = useLocation()
  const mounted = useMounted()
  const [kept, setKept] = useState(hash)
  // A jump to another part of the page changes the hash, so keep the signed text from before.
  const text = hash === '' || hash.includes('.') ? hash : kept
  if (text !== kept) setKept(text)
  return mounted ? text : ''
}

function useVerdictTitle(title: string, known: boolean): void {
  const site = useSiteInfo()?.title
  useEffect(() => {
    if (known) document.title = joinTitle(title, site)
  }, [title, known, site])
}
