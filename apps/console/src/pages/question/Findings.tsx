import { formatDateTime } from '@ce/client/format.ts'
import type { QuestionContent } from '@ce/client/staff/question.ts'
import { type Question, type QuestionFinding, useAcceptFinding } from '@ce/client/staff/question.ts'
import { findingWords } from '@ce/contract/question-finding-words'
import { checkQuestion, isSerious, orderFindings } from '@ce/contract/question-findings'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type FormInstance } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { Who } from '../../components/Who.tsx'
import type { QuestionFields } from './content.ts'
import classes from './QuestionForm.module.css'

interface FoundProps {
  question: Pick<Question, 'id' | 'version' | 'findings'>
  mayAccept: boolean
  onAccepted?: () => void
}

/** What the check found in a question as it is saved: to be mended, or accepted with a reason. */
export function SavedFindings({ question, mayAccept, onAccepted }: FoundProps) {
  const [asked, setAsked] = useState<QuestionFinding | null>(null)
  const { findings } = question
  if (findings.length === 0) return <p className={classes.hint}>没有发现问题。</p>
  return (
    <>
      <ul className={classes.findings}>
        {findings.map((one) => (
          <li key={`${one.kind} ${one.part}`}>
            <Words {...one} accepted={one.accepted !== null} />
            {one.accepted ? (
              <p className={classes.hint}>
                {formatDateTime(one.accepted.at)} <Who actor={one.accepted.by} /> 确认无误：
                {one.accepted.reason}
              </p>
            ) : (
              mayAccept && (
                <Button size="small" onClick={() => setAsked(one)}>
                  确认无误…
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <AcceptDialog
          question={question}
          finding={asked}
          onAccepted={onAccepted}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Words(
  props: Pick<QuestionFinding, 'words' | 'mend' | 'serious'> & { accepted?: boolean },
) {
  const { words, mend, serious, accepted = false } = props
  return (
    <>
      <StatusMark kind={accepted ? 'done' : serious ? 'error' : 'warning'}>{words}。</StatusMark>
      {!accepted && <p className={classes.mend}>{mend}。</p>}
    </>
  )
}

interface AcceptDialogProps {
  question: Pick<Question, 'id' | 'version'>
  finding: QuestionFinding
  onAccepted: (() => void) | undefined
  onClose: () => void
}

function AcceptDialog({ question, finding, onAccepted, onClose }: AcceptDialogProps) {
  const accept = useAcceptFinding()
  const { kind, part, words } = finding
  const send = async ({ reason }: { reason: string }) => {
    const { id, version } = question
    await accept.mutateAsync({ id, version, kind, part, reason })
    showNotice({ kind: 'success', title: '已确认' })
    onAccepted?.()
  }
  return (
    <FormDialog
      title="确认无误？"
      okText="确认无误"
      initialValues={{ reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p>{words}。</p>
      <p className={classes.hint}>确认后不再提示；题干、选项、答案或解析改动之后，需要重新确认。</p>
      <Reason placeholder="如：选项按剂量排列，次序不影响作答" />
    </FormDialog>
  )
}

interface LiveFindingsProps {
  content: QuestionContent
  form: FormInstance<QuestionFields>
  onChanged: () => void
}

/** The same while it is typed; what only the reading of a file could see is not there. */
export function LiveFindings({ content, form, onChanged }: LiveFindingsProps) {
  // whether an answer is marked stands below the options
  const found = checkQuestion(content).filter(({ kind }) => kind !== 'ANSWER_COUNT')
  if (found.length === 0) return <p className={classes.hint}>没有发现问题。</p>
  const fix = () => {
    form.setFieldValue('order', 'FIXED')
    onChanged()
  }
  return (
    <>
      <ul className={classes.findings}>
        {found.map((one) => (
          <li key={`${one.kind} ${one.part}`}>
            <Words {...findingWords(one)} serious={isSerious(one.kind)} />
          </li>
        ))}
      </ul>
      {found.some(({ kind }) => orderFindings.includes(kind)) && (
        <Button size="small" onClick={fix}>
          选项次序改为固定
        </Button>
      )}
      <p className={classes.hint}>确实无误的，保存后可以写明理由确认。</p>
    </>
  )
}
