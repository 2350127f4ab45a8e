export * from './outcome';
export * from './read-current';
export { RepeatedTask, type RepeatedTaskOptions } from './repeated-task';
export { ServiceComponents } from './service-components';
export type { Component } from './service-components';
export { ServiceHost, defineService } from './service-host';
export type { JobDeclaration, Publish, ReadModel, Service, ServicePorts, ServiceProfile } from './service-declaration';
