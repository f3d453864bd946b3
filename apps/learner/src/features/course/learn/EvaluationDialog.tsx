import { useEvaluateCourse } from '@ce/client/course.ts'
import { courseEvaluateLimits } from '@ce/contract/generated/learner-limits'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextAreaField } from '@ce/ui/form/inputs.tsx'
import type { FormFields } from '@ce/ui/form/use-fields.ts'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { useFields } from '../../../form/use-fields.ts'
import { paths } from '../../../paths.ts'
import classes from './EvaluationDialog.module.css'

interface EvaluationDialogProps {
  id: string
  signId: string
  courseTitle: string
  onClose: () => void
}

const aspects = [
  { name: 'content', text: '课程内容' },
  { name: 'teacher', text: '授课教师' },
  { name: 'usefulness', text: '对工作的帮助' },
] as const
type Aspect = (typeof aspects)[number]['name']
/** Marks are stored as texts, because form fields hold texts; '' means no mark. */
type Evaluation = Record<Aspect | 'text', string>

const empty: Evaluation = { content: '', teacher: '', usefulness: '', text: '' }
const marked = (what: string) => (mark: string) => (mark === '' ? `请为${what}评分` : null)

/** Asks for three marks and a comment before the exam (docs/rules/study.md#evaluation). */
export function EvaluationDialog(props: EvaluationDialogProps) {
  const { id, signId, courseTitle, onClose } = props
  const evaluate = useEvaluateCourse()
  const thanks = useRef<HTMLParagraphElement>(null)
  const sent = evaluate.isSuccess
  // Move the focus, because the submit button is gone.
  useEffect(() => {
    if (sent) thanks.current?.focus()
  }, [sent])
  if (sent)
    return (
      <Dialog open title="评价已提交" onClose={onClose}>
        <p ref={thanks} tabIndex={-1}>
          谢谢您的评价。下一步是考试。
        </p>
        <p className={classes.actions}>
          <Link className={buttonClass()} to={paths.exam(signId, id)}>
            去考试
          </Link>
        </p>
      </Dialog>
    )
  const send = async ({ content, teacher, usefulness, text }: Evaluation) => {
    const marks = {
      content: Number(content),
      teacher: Number(teacher),
      usefulness: Number(usefulness),
    }
    await evaluate.mutateAsync({ id, ...marks, ...(text.trim() ? { text } : {}) })
  }
  return (
    <Dialog open title={`评价课程：${courseTitle}`} onClose={onClose}>
      <EvaluationForm id={id} send={send} />
      <Button kind="quiet" onClick={onClose}>
        稍后再评
      </Button>
    </Dialog>
  )
}

function EvaluationForm({ id, send }: { id: string; send: (all: Evaluation) => Promise<void> }) {
  const fields = useFields<Evaluation>(
    empty,
    Object.fromEntries(aspects.map(({ name, text }) => [name, marked(text)])),
    { draft: `evaluation ${id}`, limits: { text: courseEvaluateLimits.text } },
  )
  return (
    <FieldsForm fields={fields} action="提交评价" submit={send}>
      <p className={classes.quiet}>提交后不能修改；评价后即可参加考试。</p>
      {aspects.map(({ name, text }) => (
        <MarkField key={name} of={fields} name={name} label={text} />
      ))}
      <TextAreaField of={fields} name="text" label="意见与建议（选填）" rows={2} />
    </FieldsForm>
  )
}

const words = ['很差', '较差', '一般', '较好', '很好']

function MarkField({ of, name, label }: { of: FormFields<Evaluation>; name: Aspect; label: string }) {
  const id = useId()
  const problem = of.problems[name]
  return (
    <fieldset className={classes.mark} aria-describedby={problem && `${id}-missing`}>
      <legend>
        {label}
        {problem && (
          <span id={`${id}-missing`} className={classes.missing}>
            {problem}
          </span>
        )}
      </legend>
      <div className={classes.choices}>
        {words.map((word, index) => (
          <label key={word}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              checked={of.values[name] === String(index + 1)}
              onChange={() => of.set(name, String(index + 1))}
            />
            <span>
              {index + 1} 分 <small>{word}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
