import { proofCodeNames, proofCodeShape, spacedProofCode } from '@ce/contract/proof-codes'
import { ErrorState } from '@ce/ui/States.tsx'
import { useEffect, useRef } from 'react'
import { Form, Link, useLoaderData, useLocation, useParams } from 'react-router'
import type { VerifyData } from '../load-verify.ts'
import { sitePaths } from '../paths.ts'
import { ScanProof } from '../ScanProof.tsx'
import { VerifiedProof } from '../VerifiedProof.tsx'
import '../verify.css'

const lead = `扫描证明上的二维码，或输入二维码下方的${proofCodeNames.code}（${proofCodeShape}），核对证明是否真实、有效。全部学时每天汇总公示，见`
const notFound = `请核对${proofCodeNames.code}；如${proofCodeNames.code}无误，这份证明可能是伪造的。`

/** 证明核验: anyone types a number or comes by the QR; a name is only ever answered with match or no match. */
export function VerifyPage() {
  const { code, problem, answer, keys } = useLoaderData<VerifyData>()
  const asked = useParams().code !== undefined
  return (
    <section className="site-width verify" aria-labelledby="verify-title">
      <h1 id="verify-title">学时证明核验</h1>
      <p className="verify-lead">
        {lead}
        <Link to={sitePaths.ledger()}>学时台账公示</Link>。
      </p>
      <CodeForm key={`form ${code}`} />
      <ScanProof />
      <p className="verify-offline">
        没有网络？<a href={sitePaths.verifyOffline()}>打开离线核验页</a>，或
        <a href={sitePaths.verifyOffline()} download="学时证明离线核验.html">
          保存到本机
        </a>
        ，凭二维码核对数字签名。
      </p>
      {answer?.proof && (
        <VerifiedProof answer={answer} proof={answer.proof} keys={keys} key={answer.proof.code} />
      )}
      {asked && !answer?.proof && !problem && (
        <ErrorState title="没有找到这份证明">{notFound}</ErrorState>
      )}
    </section>
  )
}

function CodeForm() {
  const { code, problem } = useLoaderData<VerifyData>()
  const form = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
  // asked for here and refused: back to what was typed, and why in sight on the smallest screen
  useEffect(() => {
    if (!problem || key === 'default') return
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [problem, key])
  return (
    <Form ref={form} action={sitePaths.verify()} className="verify-form">
      <label htmlFor="verify-code">{proofCodeNames.code}</label>
      <div className="verify-row">
        <input
          id="verify-code"
          name="code"
          defaultValue={problem ? code : spacedProofCode(code)}
          autoComplete="off"
          spellCheck={false}
          required
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? 'verify-problem' : undefined}
        />
        <button type="submit" className="site-button">
          核验
        </button>
      </div>
      {problem && (
        <p id="verify-problem" className="verify-problem" role="alert">
          {problem}
        </p>
      )}
    </Form>
  )
}
