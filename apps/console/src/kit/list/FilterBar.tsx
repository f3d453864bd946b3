import { Button, Checkbox, Form, type FormRule, Input, Segmented, Select } from 'antd'
import { type CSSProperties, type ReactElement, type ReactNode, useEffect } from 'react'
import { DateField } from '../DateField.tsx'
import { problemRule } from '../form-rules.ts'
import { ChoiceStrip } from './ChoiceStrip.tsx'
import classes from './FilterBar.module.css'
import type { FilterControl, FilterOption, ListFilter, ListFilters } from './filters.ts'

export interface FilterState<All extends ListFilters = ListFilters> {
  filters: All
  get: (name: string) => string | undefined
  set: (changes: Record<string, string | undefined>) => void
}

type Given = Record<string, string | undefined>
type Entry = [name: string, filter: ListFilter]

type KnownOptions<All extends ListFilters> = Partial<Readonly<Record<keyof All & string, readonly FilterOption[]>>>

export interface FilterBarProps<All extends ListFilters> {
  label: string
  state: FilterState<All>
  options?: KnownOptions<All> | undefined
  controls?: Partial<Readonly<Record<keyof All & string, ReactElement>>> | undefined
  before?: ReactNode
  beside?: ReactNode
}

/** Enter or 查找 applies all typed filters together; choosing a view applies at once. */
export function FilterBar<All extends ListFilters>(props: FilterBarProps<All>) {
  const { label, state, before, beside } = props
  const options: KnownOptions<ListFilters> = props.options ?? {}
  const controls: Partial<Record<string, ReactElement>> = props.controls ?? {}
  const entries = Object.entries<ListFilter>(state.filters).filter(([, { applies }]) => applies(state.get))
  const fields = entries.filter(([, { control }]) => isField(control))
  const views = entries.filter(([, { control }]) => !isField(control))
  const shown = views.filter(([name, { control }]) => control.kind !== 'link' || state.get(name))
  if (entries.length === 0 && !before && !beside) return null
  return (
    <search aria-label={`查找${label}`} className={classes.bar}>
      {(shown.length > 0 || fields.length === 0 || before) && (
        <ChoiceStrip className={classes.views}>
          {before}
          {shown.map(([name, filter]) => (
            <View key={name} name={name} filter={filter} state={state} options={options[name]} />
          ))}
          {fields.length === 0 && beside}
        </ChoiceStrip>
      )}
      {fields.length > 0 && (
        <SearchForm state={state} fields={fields} options={options} controls={controls} beside={beside} />
      )}
    </search>
  )
}

function isField({ kind }: FilterControl): boolean {
  return kind === 'words' || kind === 'choice' || kind === 'day'
}

/** True if filters hide some rows of the view. */
export function isFiltered({ filters, get }: FilterState): boolean {
  return narrowing(filters).some((name) => get(name) !== undefined)
}

export function clearFilters({ filters, set }: FilterState): void {
  set(Object.fromEntries(narrowing(filters).map((name) => [name, undefined])))
}

function narrowing(filters: ListFilters): string[] {
  return Object.keys(filters).filter((name) => {
    const kind = filters[name]?.control.kind
    return kind !== 'views' && kind !== 'place'
  })
}

interface SearchFormProps {
  state: FilterState
  fields: Entry[]
  options: KnownOptions<ListFilters>
  controls: Partial<Record<string, ReactElement>>
  beside: ReactNode
}

function SearchForm({ state, fields, options, controls, beside }: SearchFormProps) {
  const [form] = Form.useForm<Given>()
  const given = JSON.stringify(Object.fromEntries(fields.map(([name]) => [name, state.get(name) ?? ''])))
  // Changed URL values replace the typed ones, but the fields and the focus stay.
  useEffect(() => {
    form.setFieldsValue(JSON.parse(given))
    form.validateFields().catch(() => undefined)
  }, [form, given])
  return (
    <Form<Given>
      form={form}
      name="search"
      className={classes.fields}
      initialValues={JSON.parse(given)}
      scrollToFirstError={{ focus: true }}
      onFinish={(typed) => state.set(trimmed(typed))}
    >
      {fields.map(([name, filter]) => (
        <Form.Item
          key={name}
          name={name}
          className={classes[filter.control.kind] ?? ''}
          style={widthOf(filter, options[name])}
          rules={[ruleOf(filter)]}
          {...(filter.control.kind === 'day' && filter.control.after ? { dependencies: [filter.control.after] } : {})}
          validateTrigger="onBlur"
        >
          {controls[name] ?? controlOf(filter, options[name])}
        </Form.Item>
      ))}
      <div className={classes.buttons}>
        <Button type="primary" htmlType="submit">
          查找
        </Button>
        {isFiltered(state) && <Button onClick={() => clearFilters(state)}>清除条件</Button>}
        {beside}
      </div>
    </Form>
  )
}

function ruleOf(filter: ListFilter): FormRule {
  return ({ getFieldValue }) =>
    problemRule((typed) => filter.problemOf(typed.trim(), (name) => getFieldValue(name) || undefined))
}

function trimmed(typed: Given): Given {
  return Object.fromEntries(Object.entries(typed).map(([name, words]) => [name, words?.trim() || undefined]))
}

function controlOf({ label, control }: ListFilter, known: readonly FilterOption[] | undefined): ReactElement {
  if (control.kind === 'day') return <Day label={label} />
  if (control.kind === 'choice') return <Choice label={label} all={control.all} options={known ?? control.options} />
  return (
    <Input
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      allowClear
      {...(control.kind === 'words' && control.digits ? { inputMode: 'numeric' } : {})}
    />
  )
}

/** An empty date field shows the format, so it needs a visible label. */
function Day(field: Parameters<typeof DateField>[0]) {
  return (
    <span className={classes.labelled}>
      <label htmlFor={field.id}>{field.label}</label>
      <DateField {...field} />
    </span>
  )
}

interface ChoiceProps {
  label: string
  all: string
  options: readonly FilterOption[]
  id?: string
  value?: string | undefined
  onChange?: (value: string) => void
}

/** Does not show an unknown code from the URL. */
function Choice({ label, all, options, value = '', ...rest }: ChoiceProps) {
  const isKnown = value === '' || options.some((one) => one.value === value)
  const unknown = options.length === 0 ? '正在加载' : '未知的条件'
  return (
    <Select
      {...rest}
      aria-label={label}
      value={value}
      popupMatchSelectWidth={false}
      {...(options.length > 12 ? { showSearch: { optionFilterProp: 'label' } } : {})}
      options={[{ value: '', label: all }, ...options, ...(isKnown ? [] : [{ value, label: unknown }])]}
    />
  )
}

interface ViewProps {
  name: string
  filter: ListFilter
  state: FilterState
  options: readonly FilterOption[] | undefined
}

function View({ name, filter: { label, control, read }, state, options }: ViewProps) {
  const given = state.get(name)
  switch (control.kind) {
    case 'views':
      return (
        <Segmented<string>
          aria-label={label}
          value={String(read(given))}
          options={[...(options ?? control.options)]}
          onChange={(value) => state.set({ [name]: value })}
        />
      )
    case 'place':
      return (
        <span className={classes.place}>
          <Choice
            label={label}
            all={control.all}
            options={options ?? control.options}
            value={given}
            onChange={(value) =>
              state.set({
                ...Object.fromEntries(control.resets.map((other) => [other, undefined])),
                [name]: value || undefined,
              })
            }
          />
        </span>
      )
    case 'flag':
      return (
        <Checkbox
          checked={given === 'true'}
          onChange={({ target }) => state.set({ [name]: target.checked ? 'true' : undefined })}
        >
          {label}
        </Checkbox>
      )
    default:
      return (
        <Button aria-label={`${label}，取消`} onClick={() => state.set({ [name]: undefined })}>
          {label} ×
        </Button>
      )
  }
}

function widthOf({ label, control }: ListFilter, known: readonly FilterOption[] | undefined): CSSProperties {
  const said =
    control.kind === 'choice'
      ? [control.all, ...(known ?? control.options).map((one) => one.label.slice(0, 8))]
      : [label]
  const letters = Math.max(3, ...said.map((one) => one.length)) + besideWords
  return asStyle({ '--letters': String(letters) })
}

/** React's style types lack CSS variables, although React accepts them. */
function asStyle(own: Readonly<Record<`--${string}`, string>>): CSSProperties {
  return own as CSSProperties
}

const besideWords = 3.6
