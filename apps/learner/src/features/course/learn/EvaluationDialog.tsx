import { CallOffline, CallRefused } from '@ce/client/call.ts'
import { useEvaluate } from '@ce/client/course.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useKit } from '../../../components/kit.tsx'
import classes from './EvaluationDialog.module.css'
import { ExamLink } from './ExamLink.tsx'

interface EvaluationDialogProps {
  /** the sign course */
  id: string
  signId: string
  courseTitle: string
  open: boolean
  onClose: () => void
}

const aspects = [
  { name: 'content', text: '课程内容' },
  { name: 'teacher', text: '授课教师' },
  { name: 'usefulness', text: '对工作的帮助' },
] as const
type Aspect = (typeof aspects)[number]['name']
type Marks = Partial<Record<Aspect, number>>

const textMax = 200

/** The evaluation of a studied course: three marks and a few words; then on to the exam (product §4). */
export function EvaluationDialog({
  id,
  signId,
  courseTitle,
  open,
  onClose,
}: EvaluationDialogProps) {
  const { Alert, Dialog, TextArea } = useKit()
  const [marks, setMarks] = useState<Marks>({})
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const evaluate = useEvaluate()
  const textId = useId()
  const form = useRef<HTMLDivElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const sent = evaluate.isSuccess
  // the button that sent it is gone
  useEffect(() => {
    if (sent) thanks.current?.focus()
  }, [sent])
  const send = () => {
    setTried(true)
    const { content, teacher, usefulness } = marks
    if (!content || !teacher || !usefulness) {
      const first = aspects.findIndex((aspect) => !marks[aspect.name])
      form.current?.querySelectorAll('fieldset')[first]?.querySelector('input')?.focus()
      return
    }
    evaluate.mutate({ id, content, teacher, usefulness, ...(text.trim() ? { text } : {}) })
  }
  if (sent)
    return (
      <Dialog open={open} title="评价已提交" onClose={onClose}>
        <p ref={thanks} tabIndex={-1}>
          谢谢您的评价。下一步是考试，合格后学时立即计入。
        </p>
        <p className={classes.actions}>
          <ExamLink signId={signId} courseId={id}>
            去考试
          </ExamLink>
        </p>
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      title={`评价课程：${courseTitle}`}
      onClose={onClose}
      answers={{
        yes: '提交评价',
        no: '稍后再评',
        onYes: send,
        onNo: onClose,
        busy: evaluate.isPending,
      }}
      form
    >
      <div className={classes.form} ref={form}>
        <p className={classes.quiet}>提交后不能修改；评价后即可参加考试。</p>
        {evaluate.error && <Alert kind="error" title={wordsOf(evaluate.error)} />}
        {aspects.map(({ name, text: label }) => (
          <MarkField
            key={name}
            label={label}
            value={marks[name]}
            missing={tried && !marks[name]}
            onChange={(mark) => setMarks({ ...marks, [name]: mark })}
          />
        ))}
        <div>
          <label htmlFor={textId}>意见与建议（选填）</label>
          <TextArea id={textId} value={text} maxLength={textMax} rows={2} onChange={setText} />
        </div>
      </div>
    </Dialog>
  )
}

function wordsOf(error: Error): string {
  if (error instanceof CallRefused || error instanceof CallOffline) return error.message
  return '提交没有成功，请稍后重试'
}

const words = ['很差', '较差', '一般', '较好', '很好']

interface MarkFieldProps {
  label: string
  value: number | undefined
  missing: boolean
  onChange: (mark: number) => void
}

/** One mark from 1 to 5, as radio buttons. */
function MarkField({ label, value, missing, onChange }: MarkFieldProps) {
  const name = useId()
  return (
    <fieldset className={classes.mark} aria-describedby={missing ? `${name}-missing` : undefined}>
      <legend>
        {label}
        {missing && (
          <span id={`${name}-missing`} className={classes.missing}>
            请评分
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
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
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
