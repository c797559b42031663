/** Everything this machine tells about processes and their connections. */
export * from './members.js';
export * from './ports.js';
export * from './processes.js';
