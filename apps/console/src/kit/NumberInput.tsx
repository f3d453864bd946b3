import { typedNumber } from '@ce/contract/typed-number'
import { InputNumber, type InputNumberProps } from 'antd'
import { useState } from 'react'

/** Never with min, max and precision: they make another number of a wrong one, and do not say so. The limits are a rule (number-rule.ts). */
type NumberInputProps = Omit<
  InputNumberProps<number>,
  'min' | 'max' | 'precision' | 'parser' | 'onInput'
>

/** A number, as it is typed; null: the field is empty; NaN: what is typed is no number, which number-rule.ts refuses. */
export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState('')
  const note = (text: string) => {
    setTyped(text)
    const missed = missedByAntd(text, value)
    if (missed !== undefined) onChange?.(missed)
  }
  return (
    <InputNumber<number>
      {...props}
      value={Number.isNaN(value) ? asShown(typed) : value}
      onChange={onChange}
      onInput={note}
      parser={asParser((text) => String(typedNumber(text) ?? ''))}
    />
  )
}

/**
 * What antd calls nobody for: a text that is no number, in whose place it puts the number from before, and the empty field after one.
 * @returns undefined: it tells the form itself
 */
export function missedByAntd(
  text: string,
  before: number | null | undefined,
): number | null | undefined {
  const number = typedNumber(text)
  return Number.isNaN(number) || (number === null && Number.isNaN(before)) ? number : undefined
}

/** antd shows a text that is no number as it is, though its type wants a number. */
function asShown(text: string) {
  return text as unknown as number
}

/** antd reads a number's text, too, whatever its type says: only a text can be empty. */
function asParser(read: (typed: string | undefined) => string) {
  return read as unknown as NonNullable<InputNumberProps<number>['parser']>
}
