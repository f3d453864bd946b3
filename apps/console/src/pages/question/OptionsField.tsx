import { DeleteOutlined } from '@ant-design/icons'
import type { QuestionType } from '@ce/client/staff/question.ts'
import { questionSaveLimits } from '@ce/contract/generated/staff-limits'
import { optionLetterOf } from '@ce/contract/question-options'
import { Button, Checkbox, Input, Radio } from 'antd'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { sortByIds } from '../../components/list-order.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
import { type EditedOption, markOption, newEditedOption } from './content.ts'
import classes from './QuestionForm.module.css'

interface OptionsFieldProps {
  type: QuestionType
  value?: EditedOption[]
  onChange?: (choices: EditedOption[]) => void
  ref?: Ref<HTMLDivElement>
}

const fewest = 2
const most = 10

export function QuestionOptionsField({ type, value = [], onChange, ref }: OptionsFieldProps) {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<string | null>(null)
  const focusOn = (id: string) => list.current?.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus()
  useEffect(() => {
    if (wanted.current) focusOn(wanted.current)
    wanted.current = null
  })
  const set = (choices: EditedOption[], focus: string | null = null) => {
    wanted.current = focus
    onChange?.(choices)
  }
  const nameOf = ({ id }: EditedOption) => `选项 ${optionLetterOf(value.findIndex((one) => one.id === id))}`
  const add = () => {
    const choice = newEditedOption()
    set([...value, choice], choice.id)
  }
  const next = ({ id }: EditedOption) => {
    const after = value[value.findIndex((one) => one.id === id) + 1]
    if (after) focusOn(after.id)
    else if (value.length < most) add()
  }
  const remove = ({ id }: EditedOption) => {
    const rest = value.filter((one) => one.id !== id)
    const at = value.findIndex((one) => one.id === id)
    set(rest, rest[Math.min(at, rest.length - 1)]?.id)
  }
  return (
    <div ref={ref} tabIndex={-1} className={classes.choices}>
      <div ref={list}>
        <OrderedList label="选项" rows={value} nameOf={nameOf} onOrder={(ids) => set(sortByIds(value, ids))}>
          {(choice) => (
            <ChoiceRow
              choice={choice}
              name={nameOf(choice)}
              several={type === 'MULTIPLE'}
              onMark={() => set(markOption(value, choice.id, type === 'MULTIPLE'))}
              onText={(text) => set(value.map((one) => (one.id === choice.id ? { ...one, text } : one)))}
              onNext={() => next(choice)}
              onRemove={value.length > fewest ? () => remove(choice) : undefined}
            />
          )}
        </OrderedList>
      </div>
      <Button disabled={value.length >= most} onClick={add}>
        添加选项
      </Button>
    </div>
  )
}

interface ChoiceRowProps {
  choice: EditedOption
  name: string
  several: boolean
  onMark: () => void
  onText: (text: string) => void
  onNext: () => void
  onRemove: (() => void) | undefined
}

function ChoiceRow(props: ChoiceRowProps) {
  const { choice, name, several, onMark, onText, onNext, onRemove } = props
  const Mark = several ? Checkbox : Radio
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignore an Enter that ends Chinese input.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onNext()
  }
  return (
    <div className={classes.choice}>
      <Mark aria-label={`${name}是正确答案`} checked={choice.right} onChange={onMark} />
      <span className={classes.letter} aria-hidden="true">
        {name.slice(-1)}
      </span>
      <Input.TextArea
        aria-label={name}
        data-option={choice.id}
        className={classes.choiceText}
        rows={1}
        maxLength={questionSaveLimits.content.options.items.text.maxLength}
        value={choice.text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={`删除${name}`}
        disabled={!onRemove}
        onClick={onRemove}
      />
    </div>
  )
}
