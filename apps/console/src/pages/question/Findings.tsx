import { formatDateTime } from '@ce/client/format.ts'
import type { QuestionContent } from '@ce/client/staff/question.ts'
import { type Question, type QuestionFinding, useAcceptQuestionFinding } from '@ce/client/staff/question.ts'
import { findingTexts } from '@ce/contract/question-finding-text'
import { checkQuestion, isSeriousFinding, orderFindingKinds } from '@ce/contract/question-findings'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type FormInstance } from 'antd'
import { useState } from 'react'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { StaffName } from '../../components/StaffName.tsx'
import type { QuestionFields } from './content.ts'
import classes from './QuestionForm.module.css'

interface FoundProps {
  question: Pick<Question, 'id' | 'version' | 'findings'>
  mayAccept: boolean
  onAccepted?: () => void
}

/** Lists the findings of a saved question; staff must fix each one or accept it with a reason. */
export function SavedQuestionFindings({ question, mayAccept, onAccepted }: FoundProps) {
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
                {formatDateTime(one.accepted.at)} <StaffName actor={one.accepted.by} /> 确认无误：
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
        <AcceptDialog question={question} finding={asked} onAccepted={onAccepted} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

function Words(props: Pick<QuestionFinding, 'words' | 'mend' | 'serious'> & { accepted?: boolean }) {
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
  const accept = useAcceptQuestionFinding()
  const { kind, part, words } = finding
  const send = async (reason: string) => {
    const { id, version } = question
    await accept.mutateAsync({ id, version, kind, part, reason })
    onAccepted?.()
  }
  return (
    <ReasonDialog
      title="确认无误？"
      okText="确认无误"
      placeholder="如：选项按剂量排列，次序不影响作答"
      send={send}
      done={{ title: '已确认' }}
      onClose={onClose}
    >
      <p>{words}。</p>
      <p className={classes.hint}>确认后不再提示；题干、选项、答案或解析改动之后，需要重新确认。</p>
    </ReasonDialog>
  )
}

interface LiveFindingsProps {
  content: QuestionContent
  form: FormInstance<QuestionFields>
  onChanged: () => void
}

/** Shows findings while the user types, except those that only a file import can detect. */
export function LiveQuestionFindings({ content, form, onChanged }: LiveFindingsProps) {
  // Leaves out a missing right answer, because the form reports it below the options.
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
            <Words {...findingTexts(one)} serious={isSeriousFinding(one.kind)} />
          </li>
        ))}
      </ul>
      {found.some(({ kind }) => orderFindingKinds.includes(kind)) && (
        <Button size="small" onClick={fix}>
          选项次序改为固定
        </Button>
      )}
      <p className={classes.hint}>确实无误的，保存后可以写明理由确认。</p>
    </>
  )
}
