import { CallOffline } from '@ce/client/call.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Alert, Button, Select } from 'antd'
import { type SyntheticEvent, useState } from 'react'
import type { ImportChoice, ImportDescription } from './description.ts'
import type { ChosenImportFile } from './file-source.tsx'
import classes from './Import.module.css'
import { type OpenImportCallback, useImportDryRun } from './use-dry-run.ts'
import { useImportAddress } from './use-import-address.ts'

type Options<Report> = Extract<ImportChoice<Report>['options'], readonly unknown[]>

interface ImportStartProps<Input, Sent, Report extends { importId: string }, Field extends string> {
  about: ImportDescription<Input, Sent, Report, Field>
  open: OpenImportCallback<Sent>
}

export function ImportStart<Input, Sent, Report extends { importId: string }, Field extends string>(
  props: ImportStartProps<Input, Sent, Report, Field>,
) {
  const { choice } = props.about
  if (!choice) return <StartForm {...props} options={[]} />
  const withOptions = (options: Options<Report>) =>
    options.length === 0 && choice.none ? (
      <div className={classes.form}>
        <EmptyState title={choice.none.title}>{choice.none.text}</EmptyState>
      </div>
    ) : (
      <StartForm {...props} options={options} />
    )
  return 'status' in choice.options ? (
    <QueryContent query={choice.options}>{withOptions}</QueryContent>
  ) : (
    withOptions(choice.options)
  )
}

interface StartFormProps<Input, Sent, Report extends { importId: string }, Field extends string>
  extends ImportStartProps<Input, Sent, Report, Field> {
  options: Options<Report>
}

function StartForm<Input, Sent, Report extends { importId: string }, Field extends string>({
  about,
  open,
  options,
}: StartFormProps<Input, Sent, Report, Field>) {
  const { choice, file: source } = about
  const address = useImportAddress()
  const { start, check } = useImportDryRun(about, open)
  const [file, setFile] = useState(() => restored(address.chosen, source))
  const given = choice && (address.get(choice.name) ?? choice.first)
  const value = options.find((option) => option.value === given)?.value
  const choose = (chosen: ChosenImportFile<Sent> | null) => {
    check.reset()
    setFile(chosen)
    const sent = chosen && source.toAddress(chosen.sent)
    if (chosen && sent) address.keepChosen({ ...chosen, sent })
  }
  const missing = [choice && value === undefined && choice.missing, !file && '请先选好文件'].filter(Boolean)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (file && missing.length === 0) start(file.sent, value ?? '', { mapping: null })
  }
  return (
    <form className={classes.form} aria-label="导入的文件" onSubmit={submit}>
      {choice && (
        <div className={classes.step}>
          <h2>
            <label htmlFor="import-choice">1. {choice.title}</label>
          </h2>
          <Select
            id="import-choice"
            className={classes.choice}
            placeholder="请选择"
            value={value}
            showSearch={{ optionFilterProp: 'label' }}
            options={[...options]}
            onChange={(next) => {
              check.reset()
              address.choose(choice.name, next)
            }}
          />
        </div>
      )}
      <div className={classes.step}>
        <h2>{choice ? 2 : 1}. 选择文件</h2>
        <source.Field file={file} onChosen={choose} />
      </div>
      <div className={classes.step}>
        <h2>{choice ? 3 : 2}. 预览</h2>
        <p>{about.checkPromise}</p>
        <div role="alert">
          {check.error && (
            <Alert
              type="error"
              role="none"
              showIcon
              title={callFailureText(check.error)}
              description={check.error instanceof CallOffline && (about.lostAnswer ?? tryAgain)}
            />
          )}
        </div>
        <Button type="primary" htmlType="submit" disabled={missing.length > 0} loading={check.isPending}>
          开始预览
        </Button>
        {missing.length > 0 && <p className={classes.hint}>{missing.join('，')}。</p>}
      </div>
    </form>
  )
}

const tryAgain = '文件还在这里：网络恢复后再按“开始预览”，不会重复。'

function restored<Sent>(
  kept: ChosenImportFile<string> | null,
  source: ImportDescription<unknown, Sent, { importId: string }>['file'],
): ChosenImportFile<Sent> | null {
  const sent = kept && source.fromAddress(kept.sent)
  return kept && sent ? { ...kept, sent } : null
}
