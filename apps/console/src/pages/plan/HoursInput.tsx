import { formatHours } from '@ce/client/format.ts'
import { InputNumber, type InputNumberProps } from 'antd'

/** Credit hours in tenths, written as everywhere else: 60, 1.5. */
export function HoursInput(
  props: Omit<InputNumberProps<number>, 'max' | 'precision' | 'formatter'>,
) {
  return <InputNumber<number> {...props} max={500} precision={1} formatter={shown} />
}

/** What is being typed stays as it is until the field is left. */
function shown(
  hours: number | string | undefined,
  { userTyping, input }: { userTyping: boolean; input: string },
): string {
  if (userTyping) return input
  return hours === undefined || hours === '' ? '' : formatHours(Number(hours))
}
