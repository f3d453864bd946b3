import { hoursRuleWords } from '@ce/client/reduction-words.ts'
import type { Rule } from './fields.ts'
import classes from './RuleNote.module.css'

/** What a type gives and asks for, before anything is filled in. */
export function RuleNote({ rule }: { rule: Rule }) {
  const { evidence, minFiles, applyTo } = rule
  return (
    <section className={classes.rule} aria-label="类型要求">
      <p>
        <strong>学时：</strong>
        {hoursRuleWords(rule)}。
      </p>
      <p>
        <strong>佐证材料：</strong>
        {evidence}（至少 {minFiles} 个文件）。
      </p>
      {applyTo && (
        <p>
          <strong>申请截止：</strong>
          {applyTo}。
        </p>
      )}
    </section>
  )
}
