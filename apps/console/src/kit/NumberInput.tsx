import { parseTypedNumber } from '@ce/contract/typed-number'
import { InputNumber, type InputNumberProps } from 'antd'
import { useState } from 'react'

/** These properties of antd silently change wrong numbers; use `number-rule.ts` instead. */
type NumberInputProps = Omit<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'parser' | 'onInput'>

/** Null means an empty field; NaN means invalid text, which `number-rule.ts` refuses. */
export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState('')
  const note = (text: string) => {
    setTyped(text)
    const missed = changeMissedByAntd(text, value)
    if (missed !== undefined) onChange?.(missed)
  }
  return (
    <InputNumber<number>
      {...props}
      value={Number.isNaN(value) ? asShown(typed) : value}
      onChange={onChange}
      onInput={note}
      parser={asParser((text) => String(parseTypedNumber(text) ?? ''))}
    />
  )
}

/**
 * Finds changes that antd does not report: invalid text and its removal.
 * @returns NaN for invalid text, null after its removal, undefined if antd reports the change itself
 */
export function changeMissedByAntd(text: string, before: number | null | undefined): number | null | undefined {
  const number = parseTypedNumber(text)
  return Number.isNaN(number) || (number === null && Number.isNaN(before)) ? number : undefined
}

/** antd displays invalid text, although its type expects a number. */
function asShown(text: string) {
  return text as unknown as number
}

/** antd also passes the text to a parser whose type expects a number. */
function asParser(read: (typed: string | undefined) => string) {
  return read as unknown as NonNullable<InputNumberProps<number>['parser']>
}
