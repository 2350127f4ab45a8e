#!/bin/bash
# Instead of the official tool, which starts a Java of its own for the health check: whether the broker listens.
address=$2
exec 3<> "/dev/tcp/${address%:*}/${address#*:}"
