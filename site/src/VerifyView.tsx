import { CallRefused } from '@ce/client/call.ts'
import { verifyQuery } from '@ce/client/certification_grant.ts'
import { compareFragment } from '@ce/client/proof-fragment.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { sitePaths } from './paths.ts'
import { VerifiedProof } from './VerifiedProof.tsx'
import './verify.css'

/** 证明核验: anyone types a number or comes by the QR; a name is only ever answered with match or no match. */
export function VerifyView({ code }: { code: string | undefined }) {
  return (
    <section className="site-width verify" aria-labelledby="verify-title">
      <h1 id="verify-title">学时证明核验</h1>
      <p className="verify-lead">
        输入证明二维码下方的核验编号（16 位字母和数字），核对证明是否真实、有效。
      </p>
      <CodeForm code={code} key={code} />
      {code && <Result code={code} />}
    </section>
  )
}

function CodeForm({ code }: { code: string | undefined }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '')
    const next = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
    if (next.length !== 16) return setProblem('核验编号应为 16 位字母和数字')
    setProblem('')
    navigate(sitePaths.verify(next))
  }
  return (
    <form className="verify-form" onSubmit={submit} noValidate>
      <label htmlFor="verify-code">核验编号</label>
      <div className="verify-row">
        <input
          id="verify-code"
          name="code"
          defaultValue={code?.replace(/(.{4})(?=.)/g, '$1 ')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== ''}
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
    </form>
  )
}

function Result({ code }: { code: string }) {
  const [name, setName] = useState<string>()
  const { hash } = useLocation()
  const query = useQuery({ ...verifyQuery(code, name), placeholderData: (before) => before })
  if (query.isPending) return <Skeleton shape={['title', 'line', 'line', 'card']} />
  if (query.error) {
    const refused = query.error instanceof CallRefused
    return (
      <ErrorState
        title={refused ? '没有找到这份证明' : '暂时无法核验'}
        action={
          <button
            type="button"
            className="site-button site-button-quiet"
            onClick={() => query.refetch()}
          >
            重试
          </button>
        }
      >
        {refused ? '请核对编号；如编号无误，这份证明可能是伪造的。' : '请检查网络后重试。'}
      </ErrorState>
    )
  }
  return (
    <VerifiedProof
      proof={query.data}
      fragment={compareFragment(hash, query.data)}
      checkName={setName}
    />
  )
}
