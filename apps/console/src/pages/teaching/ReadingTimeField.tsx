import { allowedReadingSeconds, charactersPerMinute, formatMinutes, proposedReadingSeconds } from '@ce/contract/reading'
import { Button, Form } from 'antd'
import { useId } from 'react'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { NumberFieldProblem } from './FieldProblem.tsx'
import classes from './teaching.module.css'
import type { ReadingTimeState } from './use-reading-time.ts'

/** Proposes a reading time from the text length until staff enter one. */
export function ReadingTimeField({ time }: { time: ReadingTimeState }) {
  const { characters, minutes, choose, problem } = time
  const seconds = time.of(characters)
  const { least, most } = allowedReadingSeconds(characters)
  const fits = !problem && seconds >= least && seconds <= most
  const id = useId()
  return (
    <Form.Item
      className={classes.time ?? ''}
      layout="vertical"
      label="要求的阅读时间（分钟）"
      htmlFor={id}
      validateStatus={fits ? '' : 'error'}
      help={
        <>
          {`${characters} 字按每分钟 ${charactersPerMinute} 字，建议 ${formatMinutes(proposedReadingSeconds(characters))} 分钟；可设为 ${formatMinutes(least)}–${formatMinutes(most)} 分钟。它就是这个课时的时长。`}
          <NumberFieldProblem id={`${id}-problem`} problem={problem} />
        </>
      }
    >
      <NumberInput
        id={id}
        step={0.5}
        value={minutes === 'PROPOSED' ? seconds / 60 : minutes}
        aria-invalid={!fits}
        aria-describedby={`${id}-problem`}
        onChange={choose}
      />{' '}
      {minutes !== 'PROPOSED' && <Button onClick={() => choose('PROPOSED')}>采用建议</Button>}
    </Form.Item>
  )
}
