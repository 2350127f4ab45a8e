#!/bin/bash
# For the health check of the event store: whether the stand-in listens. It speaks gRPC only.
exec 3<> /dev/tcp/127.0.0.1/2113
