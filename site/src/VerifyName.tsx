import { callClient } from '@ce/client/call.ts'
import { certificationGrantVerifyLimits } from '@ce/contract/generated/learner-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { type FormEvent, useState } from 'react'
import { useMounted } from './use-mounted.ts'

type Answer = 'NONE' | 'ASKED' | 'SAME' | 'DIFFERENT' | 'FAILED'

/** Compares the name by script, because the address of a submitted form would contain the name. */
export function VerifyName({ code }: { code: string }) {
  const [answer, setAnswer] = useState<Answer>('NONE')
  const ready = useMounted()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (!name || answer === 'ASKED') return
    setAnswer('ASKED')
    setAnswer(await compareName(code, name))
  }
  return (
    <form className="verify-form verify-name" onSubmit={submit}>
      <label htmlFor="verify-name">核对姓名（填写证明上印的姓名）</label>
      <div className="verify-row">
        {/* The result belongs to the compared name, so typing removes the result. */}
        <input
          id="verify-name"
          name="name"
          autoComplete="off"
          maxLength={certificationGrantVerifyLimits.name.maxLength}
          readOnly={answer === 'ASKED'}
          onChange={() => setAnswer('NONE')}
        />
        <button type="submit" className="site-button site-button-quiet" disabled={!ready}>
          核对
        </button>
      </div>
      <p aria-live="polite">
        {answer === 'SAME' && <StatusMark kind="done">姓名一致</StatusMark>}
        {answer === 'DIFFERENT' && <StatusMark kind="error">姓名不一致</StatusMark>}
        {answer === 'FAILED' && <StatusMark kind="warning">暂时无法核对，请稍后再试</StatusMark>}
      </p>
    </form>
  )
}

async function compareName(code: string, name: string): Promise<Answer> {
  try {
    const input = { code, name }
    const proof = await callClient('GET /certification_grant/v1/verify', input, { quiet: true })
    return proof.nameMatches ? 'SAME' : 'DIFFERENT'
  } catch {
    return 'FAILED'
  }
}
