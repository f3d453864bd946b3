import type { Question } from '@ce/client/staff/question.ts'
import { typeNames } from '@ce/contract/question-options'
import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { contentOf, type QuestionFields } from './content.ts'
import { LiveFindings, SavedFindings } from './Findings.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import classes from './QuestionForm.module.css'
import { QuestionForm } from './QuestionForm.tsx'
import { SaveTrouble } from './SaveTrouble.tsx'
import { useSave } from './use-save-question.ts'

interface QuestionEditorProps {
  id: string
  courseId: string
  /** 0: it is new */
  version: number
  initial: QuestionFields
  tags: readonly string[]
  onSaved: (id: string) => void
  onChanged?: (changed: boolean) => void
  /** of one that was there before: as it was read, with what the check found */
  question?: Question
  /** of one that was there before: the newest, and to begin anew with it */
  renew?: () => Promise<Question | undefined>
  restart?: () => void
  /** below the preview */
  children?: ReactNode
}

/** A question's form, beside it what a candidate would see of it. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { id, courseId, version, initial, tags, onSaved, onChanged, renew, restart } = props
  const [form] = Form.useForm<QuestionFields>()
  const [saved, setSaved] = useState<{ id: string }>()
  const save = useSave({ form, id, courseId, version, onSaved: (made) => setSaved({ id: made }) })
  const { changed } = save
  useUnsaved(changed, '这道试题')
  const done = useRef(onSaved)
  useEffect(() => {
    done.current = onSaved
  })
  // after the guard has heard that nothing is unsaved: what follows may lead to another page
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
          <SaveTrouble id={id} courseId={courseId} save={save} renew={renew} restart={restart} />
          <Button type="primary" htmlType="submit" loading={save.busy}>
            保存
          </Button>
          <span className={classes.hint} role="status">
            {changed ? '有修改还没有保存' : saved ? '已保存' : ''}
          </span>
        </div>
      </QuestionForm>
      <div className={classes.side}>
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

/** As it is saved, or as it is being typed. */
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
    <section className={classes.card} aria-labelledby="findings">
      <h2 id="findings">核对</h2>
      {question ? (
        <SavedFindings question={question} mayAccept onAccepted={onAccepted} />
      ) : (
        <LiveFindings content={content} form={form} onChanged={onChanged} />
      )}
    </section>
  )
}

function useTyped({ form, initial }: PreviewProps) {
  const typed: Partial<QuestionFields> = Form.useWatch([], { form, preserve: true }) ?? {}
  return contentOf({ ...initial, ...typed })
}

function Preview(props: PreviewProps) {
  const content = useTyped(props)
  return (
    <section className={classes.card} aria-labelledby="preview">
      <h2 id="preview">考生看到的样子</h2>
      <p className={classes.hint}>
        {typeNames[content.type]}
        {content.type === 'MULTIPLE' && '（全对才得分）'}
        {content.type !== 'JUDGE' &&
          (content.order === 'FREE' ? '，试卷上选项的次序会打乱' : '，试卷上选项保持这个次序')}
        。
      </p>
      <QuestionCard content={content} />
    </section>
  )
}
