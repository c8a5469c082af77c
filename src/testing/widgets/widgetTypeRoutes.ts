import { contextArg, restUrl } from '../http/listing'
import { WpError } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { mayManageWidgets } from './widgets'
import { type WidgetType, widgetTypes } from './widgetTypes'

/** The types of widgets. */
export const widgetTypeRoutes: readonly Route[] = [
  {
    path: '/wp/v2/widget-types',
    batch: false,
    GET: {
      args: contextArg,
      permit: mayManageWidgets,
      run: (call) => [...widgetTypes].map(([id, type]) => showType(call, id, type)),
    },
  },
  {
    path: '/wp/v2/widget-types/:type',
    batch: false,
    GET: {
      args: contextArg,
      permit: (call) => {
        mayManageWidgets(call)
        findType(call)
      },
      run: (call) => showType(call, String(call.params.type), findType(call)),
    },
  },
]

function findType({ params }: Call): WidgetType {
  const type = widgetTypes.get(String(params.type))
  if (!type) throw new WpError(404, 'rest_widget_type_invalid', 'Invalid widget type.')
  return type
}

function showType(call: Call, id: string, { name, description, classname }: WidgetType): object {
  return {
    id,
    name,
    description,
    is_multi: true,
    classname,
    _links: {
      collection: [{ href: restUrl(call, '/wp/v2/widget-types') }],
      self: [{ href: restUrl(call, `/wp/v2/widget-types/${id}`) }],
    },
  }
}
