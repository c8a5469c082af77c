export const query = { orderby: 'id', order: 'asc' }
