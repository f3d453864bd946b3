import { DateInput } from './DateInput.tsx'
import { Field } from './Field.tsx'
import form from './form.module.css'
import { asFieldValue, type FormFieldProps, fieldText } from './inputs.tsx'
import type { FormValues } from './use-fields.ts'

interface DateFieldProps<All extends FormValues> extends FormFieldProps<All> {
  /** First allowed day as YYYY-MM-DD. The form must check it too (`dateWithin`), because people can also type a day. */
  min?: string | undefined
  max?: string | undefined
  autoComplete?: string
}

export function DateField<All extends FormValues>(props: DateFieldProps<All>) {
  const { of, name, label, hint = '格式：2026-03-05', required = false } = props
  const { min, max, autoComplete = 'off' } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <DateInput
          {...ids}
          name={name}
          label={label}
          className={form.input}
          autoComplete={autoComplete}
          value={fieldText(of, name)}
          today={of.today()}
          min={min}
          max={max}
          onChange={(value) => of.set(name, asFieldValue<All>(value))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}
