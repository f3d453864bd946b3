import { saveAs } from '@ce/client/save-as.ts'
import { Button } from 'antd'
import { useId } from 'react'
import { csvOf } from '../csv.ts'
import classes from './Import.module.css'

interface FileGuideProps {
  guide: readonly string[]
  /** a file to begin with, and its name */
  template: readonly (readonly string[])[]
  name: string
}

/** How a file should look, and one to begin with. */
export function FileGuide({ guide, template, name }: FileGuideProps) {
  const title = useId()
  const save = () => saveAs(new Blob([csvOf(template)], { type: 'text/csv;charset=utf-8' }), name)
  return (
    <section className={classes.guide} aria-labelledby={title}>
      <h2 id={title}>文件怎么准备</h2>
      <ul>
        {guide.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button onClick={save}>下载模板（CSV，可用 Excel 打开）</Button>
    </section>
  )
}
