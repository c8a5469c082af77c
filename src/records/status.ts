import type { Context, PromisedIn } from './inference/context'

/** The fields of a post status; name and slug in every context. */
export interface StatusFields {
  /** Whether the date of its posts floats until they are published. */
  date_floating: boolean
  name: string
  /** Whether only those who may can read its posts. */
  private: boolean
  /** Whether its posts are there but not to be seen by visitors. */
  protected: boolean
  public: boolean
  /** Whether visitors can ask for its posts. */
  queryable: boolean
  /** Whether it is among the filters of a list. */
  show_in_list: boolean
  /** The key. */
  slug: string
}

/** A status that posts can have (`root`, `status`). */
export type Status<C extends Context = 'edit'> = PromisedIn<
  'edit',
  'private' | 'protected' | 'show_in_list',
  PromisedIn<'view' | 'edit', 'date_floating' | 'public' | 'queryable', StatusFields, C>,
  C
>
