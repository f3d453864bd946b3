import { CallRefused } from '@ce/client/call.ts'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { type UnacceptedAgreement, useAcceptAgreements } from '@ce/client/student.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import { Button } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useId, useState } from 'react'
import classes from './agreement.module.css'

const titleOf = ({ kind }: Pick<UnacceptedAgreement, 'kind'>) => `《${legalTextTitles[kind]}》`

interface AgreementFormProps {
  texts: readonly UnacceptedAgreement[]
  /** If missing, the form offers no way to decline. */
  onDecline?: () => void
}

export function AgreementForm({ texts, onDecline }: AgreementFormProps) {
  const accept = useAcceptAgreements()
  const [ticked, setTicked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()

  const send = async () => {
    if (!ticked) return setProblem('请先勾选，表示您已阅读并同意')
    setProblem(null)
    try {
      const shown = texts.map(({ kind, version }) => ({ kind, version }))
      await accept.mutateAsync({ texts: shown })
      showNotice({ kind: 'success', title: '已记录您的同意' })
    } catch (error) {
      // A newer version exists, so remove the tick for the old one; the texts are fetched again.
      if (error instanceof CallRefused) setTicked(false)
      setProblem(callFailureText(error))
    }
  }

  return (
    <>
      {texts.map((text) => (
        <TextSection key={`${text.kind} ${text.version}`} text={text} />
      ))}
      <div className={classes.answer}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={ticked}
            aria-invalid={problem !== null}
            aria-describedby={problemId}
            onChange={({ target }) => {
              setTicked(target.checked)
              setProblem(null)
            }}
          />
          {texts.length > 1 ? '我已阅读并同意以上全部文本' : `我已阅读并同意${texts.map(titleOf).join('')}`}
        </label>
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
        <div className={classes.buttons}>
          <Button busy={accept.isPending} onClick={() => void send()}>
            {onDecline ? '同意并继续' : '同意'}
          </Button>
          {onDecline && (
            <Button kind="quiet" onClick={onDecline}>
              不同意
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function TextSection({ text }: { text: UnacceptedAgreement }) {
  const heading = useId()
  const { summary, paragraphs, acceptedBefore, version, effectiveFrom, state } = text
  return (
    <section aria-labelledby={heading} className={classes.section}>
      <h2 id={heading}>{titleOf(text)}</h2>
      <p className={classes.quiet}>
        版本 {version}，{effectiveFrom} {state === 'COMING' ? '起生效' : '生效'}
      </p>
      {/* A student who accepts for the first time has no earlier version to compare with. */}
      {summary && acceptedBefore && (
        <p className={classes.summary}>
          <strong>修改内容：</strong>
          {summary}
        </p>
      )}
      {/* Long texts scroll inside the form, so that the buttons stay visible. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={classes.text} tabIndex={0} aria-label={`${titleOf(text)}全文`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </section>
  )
}
