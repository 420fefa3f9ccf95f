/** The route of the throughput benchmark. */
export const path = '/api/v1/business/products/filters';
