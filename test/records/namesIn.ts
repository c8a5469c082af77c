/** The names a record has in each context: those of the short form, those `view` adds, those `edit` adds. */
export interface Shape {
  embed: string
  view: string
  edit: string
}

export type NamesIn<Records extends { embed: object; view: object; edit: object }> = {
  embed: BuiltinName<keyof Records['embed']>
  view: BuiltinName<Exclude<keyof Records['view'], keyof Records['embed']>>
  edit: BuiltinName<Exclude<keyof Records['edit'], keyof Records['view']>>
}

/** The type tests are one program: what merging.test-d.ts adds is seen here too, and left aside. */
export type BuiltinName<Name> = Exclude<Name, `merged_${string}`>

export type Expected<Names extends Shape> = Names
