import type { Question } from '@ce/client/staff/question.ts'
import { questionTypeLabels } from '@ce/contract/question-options'
import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { type QuestionFields, questionContentOf } from './content.ts'
import { LiveQuestionFindings, SavedQuestionFindings } from './Findings.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import classes from './QuestionForm.module.css'
import { QuestionForm } from './QuestionForm.tsx'
import { QuestionSaveError } from './QuestionSaveError.tsx'
import { useQuestionSave } from './use-save-question.ts'

interface QuestionEditorProps {
  id: string
  courseId: string
  /** The version on which a save is based; 0 for a new question. */
  version: number
  initial: QuestionFields
  tags: readonly string[]
  onSaved: (id: string) => void
  onChanged?: (changed: boolean) => void
  question?: Question
  /** Loads the newest version into the form. */
  renew?: () => Promise<Question | undefined>
  restart?: () => void
  children?: ReactNode
}

export function QuestionEditor(props: QuestionEditorProps) {
  const { id, courseId, version, initial, tags, onSaved, onChanged, renew, restart } = props
  const [form] = Form.useForm<QuestionFields>()
  const [saved, setSaved] = useState<{ id: string }>()
  const save = useQuestionSave({ form, id, courseId, version, onSaved: (made) => setSaved({ id: made }) })
  const { changed } = save
  useUnsavedChanges(changed, '这道试题')
  const done = useRef(onSaved)
  useEffect(() => {
    done.current = onSaved
  })
  // Wait until the guard for unsaved input knows of the save, because `onDone` may navigate.
  useEffect(() => {
    if (saved) done.current(saved.id)
  }, [saved])
  useEffect(() => onChanged?.(changed), [changed, onChanged])
  return (
    <div className={classes.columns}>
      <QuestionForm
        form={form}
        initial={initial}
        tags={tags}
        onChanged={save.edited}
        onSubmit={() => void save.submit()}
      >
        <div className={classes.save}>
          <QuestionSaveError id={id} courseId={courseId} save={save} renew={renew} restart={restart} />
          <Button type="primary" htmlType="submit" loading={save.busy}>
            保存
          </Button>
          <span className={classes.hint} role="status">
            {changed ? '有修改还没有保存' : saved ? '已保存' : ''}
          </span>
        </div>
      </QuestionForm>
      <div className={cards.page}>
        <Checked
          form={form}
          initial={initial}
          question={changed ? undefined : props.question}
          onChanged={save.edited}
          onAccepted={() => void renew?.()}
        />
        <Preview form={form} initial={initial} />
        {props.children}
      </div>
    </div>
  )
}

interface PreviewProps {
  form: FormInstance<QuestionFields>
  initial: QuestionFields
}

function Checked(
  props: PreviewProps & {
    question: Question | undefined
    onChanged: () => void
    onAccepted: () => void
  },
) {
  const { form, question, onChanged, onAccepted } = props
  const content = useTyped(props)
  return (
    <CardSection id="findings" title="核对">
      {question ? (
        <SavedQuestionFindings question={question} mayAccept onAccepted={onAccepted} />
      ) : (
        <LiveQuestionFindings content={content} form={form} onChanged={onChanged} />
      )}
    </CardSection>
  )
}

function useTyped({ form, initial }: PreviewProps) {
  const typed: Partial<QuestionFields> = Form.useWatch([], { form, preserve: true }) ?? {}
  return questionContentOf({ ...initial, ...typed })
}

function Preview(props: PreviewProps) {
  const content = useTyped(props)
  return (
    <CardSection id="preview" title="考生看到的样子">
      <p className={classes.hint}>
        {questionTypeLabels[content.type]}
        {content.type === 'MULTIPLE' && '（全对才得分）'}
        {content.type !== 'JUDGE' &&
          (content.order === 'FREE' ? '，试卷上选项的次序会打乱' : '，试卷上选项保持这个次序')}
        。
      </p>
      <QuestionCard content={content} />
    </CardSection>
  )
}
