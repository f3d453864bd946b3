import { InputNumber, type InputNumberProps } from 'antd'

/** Never with min, max and precision: they make another number of a wrong one, and do not say so. The limits are a rule (number-rule.ts). */
type NumberInputProps = Omit<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'parser'>

/** A number, as it is typed; null: the field is empty. */
export function NumberInput(props: NumberInputProps) {
  return <InputNumber<number> {...props} parser={asParser(plainNumber)} />
}

/** What was typed with wide digits, a Chinese full stop, spaces or a unit, as a number is written. */
export function plainNumber(typed: string | undefined): string {
  return (typed ?? '')
    .normalize('NFKC')
    .replace('。', '.')
    .replace(/[^\w.-]+/g, '')
}

/** antd reads a number's text, too, whatever its type says: only a text can be empty. */
function asParser(read: (typed: string | undefined) => string) {
  return read as unknown as NonNullable<InputNumberProps<number>['parser']>
}
