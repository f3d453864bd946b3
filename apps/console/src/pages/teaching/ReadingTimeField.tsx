import {
  articleLimits,
  charactersPerMinute,
  minutesWords,
  proposedSeconds,
  readingRange,
} from '@ce/contract/reading'
import { Button, Form, InputNumber } from 'antd'
import { useId } from 'react'
import classes from './teaching.module.css'
import type { ReadingTime } from './use-reading-time.ts'

/** How long the text is to be read: what its length proposes, or what staff say, within limits. */
export function ReadingTimeField({ time }: { time: ReadingTime }) {
  const { characters, chosen, choose } = time
  const seconds = time.of(characters)
  const { least, most } = readingRange(characters)
  const fits = seconds >= least && seconds <= most
  const id = useId()
  return (
    <Form.Item
      className={classes.time ?? ''}
      layout="vertical"
      label="要求的阅读时间（分钟）"
      htmlFor={id}
      validateStatus={fits ? '' : 'error'}
      help={`${characters} 字按每分钟 ${charactersPerMinute} 字，建议 ${minutesWords(proposedSeconds(characters))} 分钟；可设为 ${minutesWords(least)}–${minutesWords(most)} 分钟。它就是这个课时的时长。`}
    >
      <InputNumber
        id={id}
        min={articleLimits.leastSeconds / 60}
        max={articleLimits.mostSeconds / 60}
        step={0.5}
        precision={1}
        value={seconds / 60}
        onChange={(minutes) => choose(minutes === null ? null : Math.round(minutes * 60))}
      />{' '}
      {chosen !== null && <Button onClick={() => choose(null)}>采用建议</Button>}
    </Form.Item>
  )
}
