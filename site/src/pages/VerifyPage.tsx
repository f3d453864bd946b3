import { formatProofCode, proofCodeFormatText, proofCodeNames } from '@ce/contract/proof-codes'
import { useEffect, useRef } from 'react'
import { Form, Link, useLoaderData, useLocation } from 'react-router'
import type { VerifyData } from '../load-verify.ts'
import { sitePaths } from '../paths.ts'
import { VerifyResult } from '../VerifyResult.tsx'
import { VerifyScanner } from '../VerifyScanner.tsx'
import '../verify.css'

const lead = `扫描证明上的二维码，或输入二维码下方的${proofCodeNames.code}（${proofCodeFormatText}），核对证明是否真实、有效。`

/** The verdict of a given code stands above the form. */
export function VerifyPage() {
  const { answer, keys, code } = useLoaderData<VerifyData>()
  const { pathname } = useLocation()
  if (!answer)
    return (
      <section className="site-width verify" aria-labelledby="verify-title">
        <h1 id="verify-title">学时证明核验</h1>
        <p className="verify-lead">{lead}</p>
        <VerifyScanner />
        <CodeForm key={code} />
        <VerifyHelp />
      </section>
    )
  return (
    <section className="site-width verify" aria-labelledby="verdict">
      <VerifyResult answer={answer} keys={keys} key={code} />
      {/* Another proof gets a new element, so that the focus moves on. */}
      <section className="verify-again" aria-labelledby="verify-again" key={pathname}>
        <h2 id="verify-again">{answer.proof ? '核验另一份证明' : '重新核验'}</h2>
        <VerifyScanner />
        <CodeForm />
      </section>
      <VerifyHelp />
    </section>
  )
}

function CodeForm() {
  const { code, problem } = useLoaderData<VerifyData>()
  const form = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
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
          defaultValue={problem ? code : formatProofCode(code)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? 'verify-problem' : undefined}
        />
        <button type="submit" className="site-button site-button-quiet">
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

function VerifyHelp() {
  return (
    <ul className="verify-help" aria-label="其他核验方式">
      <li>
        没有网络时：<a href={sitePaths.verifyOffline()}>打开离线核验页</a>{' '}
        <a href={sitePaths.verifyOffline()} download="学时证明离线核验.html">
          保存离线核验页
        </a>
      </li>
      <li>
        平台每天公示学时的校验码：<Link to={sitePaths.ledger()}>学时每日公示</Link>
      </li>
    </ul>
  )
}
